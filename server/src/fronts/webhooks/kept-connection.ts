import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface KeptConnectionOptions {
  readonly origin: string
  readonly address: string
  readonly socket: Socket
  readonly idleMs: number
  /** Asked when an answer has been read whole: whether to keep the connection for another request. */
  readonly onIdle: (connection: KeptConnection) => boolean
}

/**
 * One connection, to an address that was checked, as an agent that cannot open another. What it takes to know that a
 * connection may carry a second request, and to watch it while it is idle, is Node's own.
 */
export class KeptConnection extends Agent {
  readonly origin: string
  readonly address: string
  readonly #socket: Socket
  readonly #onIdle: (connection: KeptConnection) => boolean

  constructor({ origin, address, socket, idleMs, onIdle }: KeptConnectionOptions) {
    super({ keepAlive: true, maxSockets: 1, timeout: idleMs })
    this.origin = origin
    this.address = address
    this.#socket = socket
    this.#onIdle = onIdle
  }

  /** Still open as far as we have heard. */
  get usable(): boolean {
    return !this.#socket.destroyed && this.#socket.writable
  }

  onceClosed(listener: () => void): void {
    this.#socket.once('close', listener)
  }

  override createConnection(): Socket {
    return this.#socket
  }

  override keepSocketAlive(socket: Duplex): boolean {
    // Its type says that nothing is returned; its documentation, and the agent itself, that false closes the socket.
    const kept = super.keepSocketAlive(socket) as unknown
    return kept !== false && this.#onIdle(this)
  }
}
