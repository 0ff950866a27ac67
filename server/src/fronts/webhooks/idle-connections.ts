import type { KeptConnection } from './kept-connection.ts'

/** The connections that wait for another request, bounded in all and per origin. */
export class IdleConnections {
  readonly #max: number
  readonly #maxPerOrigin: number
  /** The one that has been idle longest comes first. */
  readonly #all = new Set<KeptConnection>()
  readonly #byOrigin = new Map<string, Set<KeptConnection>>()

  constructor(max: number, maxPerOrigin: number) {
    this.#max = max
    this.#maxPerOrigin = maxPerOrigin
  }

  get size(): number {
    return this.#all.size
  }

  /** Whether there was room. Where there is none in all, the one that has been idle longest makes room. */
  put(connection: KeptConnection): boolean {
    const neighbours = this.#byOrigin.get(connection.origin) ?? new Set()
    if (neighbours.size >= this.#maxPerOrigin) return false
    const [oldest] = this.#all
    if (oldest && this.#all.size >= this.#max) this.#drop(oldest)
    this.#all.add(connection)
    this.#byOrigin.set(connection.origin, neighbours.add(connection))
    return true
  }

  /** The newest one to this origin whose other end is one of these addresses. */
  take(origin: string, addresses: readonly string[]): KeptConnection | null {
    const neighbours = [...(this.#byOrigin.get(origin) ?? [])]
    const found = neighbours.findLast(({ address, usable }) => usable && addresses.includes(address))
    if (!found) return null
    this.remove(found)
    return found
  }

  remove(connection: KeptConnection): void {
    this.#all.delete(connection)
    const neighbours = this.#byOrigin.get(connection.origin)
    neighbours?.delete(connection)
    if (neighbours?.size === 0) this.#byOrigin.delete(connection.origin)
  }

  clear(): void {
    for (const connection of [...this.#all]) this.#drop(connection)
  }

  #drop(connection: KeptConnection): void {
    this.remove(connection)
    connection.destroy()
  }
}
