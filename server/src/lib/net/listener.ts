import { createServer, type Server, type Socket } from 'node:net'

/**
 * Something that comes before the protocol: a proxy's word about who is behind it, a TLS handshake. Gives the socket to go
 * on with to `next`, or why there is none to `fail`; a socket that ends meanwhile needs neither.
 */
export type Preface = (socket: Socket, next: (socket: Socket) => void, fail: (error: Error) => void) => void

export interface ListenerOptions {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly prefaces: readonly Preface[]
  /** Asked first of all; false turns the connection away. */
  readonly admit?: (socket: Socket) => boolean
  readonly welcome: (socket: Socket) => void
  /** Told of connections that broke before they were welcome. */
  readonly broken: (error: Error) => void
  /** Connections that may be in their prefaces at once. */
  readonly maxWaiting: number
  /** After so much silence a client is asked whether it is still there; without it, never. */
  readonly keepAliveMs?: number
}

const BACKLOG = 4_096
/** For all prefaces together: a handshake takes a few round trips. */
const PREFACE_MS = 15_000

/** Accepts connections and sees each through its prefaces. */
export class Listener {
  readonly #options: ListenerOptions
  readonly #server: Server
  readonly #waiting = new Set<Socket>()

  constructor(options: ListenerOptions) {
    this.#options = options
    const { keepAliveMs } = options
    const keepAlive = keepAliveMs !== undefined && { keepAlive: true, keepAliveInitialDelay: keepAliveMs }
    this.#server = createServer({ noDelay: true, ...keepAlive }, (socket) => this.#take(socket))
  }

  /** The real one, once it listens. */
  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : this.#options.port
  }

  async listen(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#server.once('error', reject)
    this.#server.listen({ host: this.#options.host, port: this.#options.port, backlog: BACKLOG }, resolve)
    await promise
    this.#server.off('error', reject)
  }

  /** Resolves when the last connection has ended; whoever is not welcome yet ends at once. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    // Also where it does not listen: then it only says so.
    this.#server.close(() => resolve())
    for (const socket of this.#waiting) socket.destroy()
    await promise
  }

  #take(socket: Socket): void {
    const { admit, prefaces, welcome, maxWaiting } = this.#options
    if (admit && !admit(socket)) socket.destroy()
    else if (prefaces.length === 0) welcome(socket)
    else if (this.#waiting.size >= maxWaiting) socket.destroy()
    else this.#prepare(socket)
  }

  #prepare(socket: Socket): void {
    const { prefaces, welcome, broken } = this.#options
    const late = setTimeout(() => socket.destroy(), PREFACE_MS)
    const leave = (): void => {
      clearTimeout(late)
      this.#waiting.delete(socket)
    }
    const fail = (error: Error): void => {
      // What fails later is the business of whoever was given the socket.
      if (this.#waiting.has(socket)) broken(error)
      socket.destroy()
    }
    const goOn = (at: number, current: Socket): void => {
      if (socket.destroyed) return
      const preface = prefaces[at]
      if (preface) {
        preface(current, (next) => goOn(at + 1, next), fail)
        return
      }
      leave()
      welcome(current)
    }
    this.#waiting.add(socket)
    socket.on('error', fail)
    socket.once('close', leave)
    goOn(0, socket)
  }
}
