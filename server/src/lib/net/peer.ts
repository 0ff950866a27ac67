import type { Socket } from 'node:net'

/** From now on this is whom the socket is connected to, for whoever asks it: a proxy has told us. */
export function setPeer(socket: Socket, address: string, port: number): void {
  Object.defineProperties(socket, {
    remoteAddress: { value: address, configurable: true },
    remotePort: { value: port, configurable: true },
    remoteFamily: { value: address.includes(':') ? 'IPv6' : 'IPv4', configurable: true },
  })
}

/** A secure socket asks the connection itself, and so would not know what was set on the plain one. */
export function keepPeer<S extends Socket>(plain: Socket, secure: S): S {
  if (Object.hasOwn(plain, 'remoteAddress')) setPeer(secure, plain.remoteAddress ?? '', plain.remotePort ?? 0)
  return secure
}
