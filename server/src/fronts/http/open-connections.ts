import type { Socket } from 'node:net'

/** Counts connections over all ports of this front together. */
export class OpenConnections {
  readonly max: number
  readonly #open = new Set<Socket>()
  #empty: (() => void) | null = null

  constructor(max: number) {
    this.max = max
  }

  /** False where there are too many. */
  enter(socket: Socket): boolean {
    if (this.#open.size >= this.max) return false
    this.#open.add(socket)
    socket.once('close', () => {
      this.#open.delete(socket)
      if (this.#open.size === 0) this.#empty?.()
    })
    return true
  }

  /** Resolves when the last one has ended. */
  async ended(): Promise<void> {
    if (this.#open.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#empty = resolve
    await promise
  }
}
