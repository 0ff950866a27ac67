import type { Socket } from 'node:net'
import type { Visitor } from '../../lib/door.ts'
import type { Entrance } from './mail-backend.ts'

/** Whoever counts at the door. */
export interface Guest extends Visitor {
  /** Null before log-in. */
  readonly entrance: Entrance | null
  shutdown(reason?: string): void
  destroy(): void
}

/** A connection on its way into TLS: it counts like any other, and may be asked to make room. */
export class Handshake implements Guest {
  readonly address: string
  readonly idle = true
  readonly entrance = null
  readonly #socket: Socket

  constructor(socket: Socket) {
    this.address = socket.remoteAddress ?? ''
    this.#socket = socket
  }

  /** In clear nothing can be said to it. */
  shutdown(): void {
    this.destroy()
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
