import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Free for TCP and for UDP: name servers want both. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const socket = createSocket('udp4').bind(port, '127.0.0.1')
  const isFree = await once(socket, 'listening').then(
    () => true,
    () => false,
  )
  listener.close()
  await once(listener, 'close')
  if (!isFree) return freePort()
  socket.close()
  await once(socket, 'close')
  return port
}
