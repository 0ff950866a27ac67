import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { runWithin } from '../../lib/run-within.ts'
import { PostFailure, toPostFailure } from './post-failure.ts'

export interface Destination {
  readonly host: string
  readonly port: number
  /** Null for plain HTTP. */
  readonly secureContext: SecureContext | null
}

export interface Dialled {
  readonly socket: Socket
  readonly address: string
}

/** No address gets less than this of the connect time, however many there are: RFC 8305 §5. */
const MIN_ATTEMPT_MS = 250

/** Connects to one of these addresses, to nothing else: no name is looked up here. `endsAt` is a performance.now(). */
export async function dial(
  to: Destination,
  addresses: readonly string[],
  endsAt: number,
  signal: AbortSignal,
): Promise<Dialled> {
  const dialled = await connectToOne(to.port, addresses, endsAt, signal)
  if (!to.secureContext) return dialled
  return { socket: await secure(dialled.socket, to.host, to.secureContext, signal), address: dialled.address }
}

/** One address after another. Each gets an equal share of the time that is left: a silent one does not use it up. */
async function connectToOne(
  port: number,
  addresses: readonly string[],
  endsAt: number,
  signal: AbortSignal,
): Promise<Dialled> {
  const failures: PostFailure[] = []
  for (const [at, address] of addresses.entries()) {
    const share = Math.max(MIN_ATTEMPT_MS, (endsAt - performance.now()) / (addresses.length - at))
    const late = () => new PostFailure('connect_timeout')
    try {
      return { socket: await runWithin(share, late, signal, (within) => open(address, port, within)), address }
    } catch (error) {
      signal.throwIfAborted()
      const failure = toPostFailure(error, 'connect')
      if (!(failure instanceof PostFailure)) throw failure
      failures.push(failure)
    }
  }
  // A family for which this machine has no route says nothing about the host.
  throw failures.find((failure) => failure.error !== 'unreachable') ?? failures[0] ?? new PostFailure('dns')
}

async function open(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: address, port, noDelay: true })
  await until(socket, 'connect', signal)
  return socket
}

async function secure(socket: Socket, host: string, context: SecureContext, signal: AbortSignal): Promise<TLSSocket> {
  const tls = connectTls({
    socket,
    secureContext: context,
    host,
    // RFC 6066 §3: no address, and no trailing dot.
    ...(isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {}),
    ALPNProtocols: ['http/1.1'],
    // Said aloud, so that no environment variable of Node's can say otherwise.
    rejectUnauthorized: true,
  })
  try {
    await until(tls, 'secureConnect', signal)
    return tls
  } catch (error) {
    throw toPostFailure(error, 'tls')
  }
}

async function until(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  // Who uses the socket later hears of its end by other ways; an error that nobody listens to would end the process.
  socket.on('error', () => {})
  try {
    await once(socket, event, { signal })
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? signal.reason : error
  }
}
