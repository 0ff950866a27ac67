/** A connection as the door sees it. */
export interface Visitor {
  readonly address: string
  /** Nothing in hand: it can be ended without loss. */
  readonly idle: boolean
  shutdown(): void
}

/**
 * Counts connections, in all and per address. Where there is no room, the one that has been there longest with nothing in
 * hand makes room: a crowd of idle clients does not keep out the one that has something to do.
 */
export class Door<C extends Visitor> {
  readonly #max: number
  readonly #maxPerAddress: number
  readonly #all = new Set<C>()
  readonly #byAddress = new Map<string, Set<C>>()

  constructor(max: number, maxPerAddress: number) {
    this.#max = max
    this.#maxPerAddress = maxPerAddress
  }

  get size(): number {
    return this.#all.size
  }

  connections(): Iterable<C> {
    return [...this.#all]
  }

  admit(address: string): 'taken' | 'evicted' | 'refused' {
    const neighbours = this.#byAddress.get(address)
    if (neighbours && neighbours.size >= this.#maxPerAddress) return this.#makeRoom(neighbours)
    return this.#all.size >= this.#max ? this.#makeRoom(this.#all) : 'taken'
  }

  enter(connection: C): void {
    this.#all.add(connection)
    const neighbours = this.#byAddress.get(connection.address)
    if (neighbours) neighbours.add(connection)
    else this.#byAddress.set(connection.address, new Set([connection]))
  }

  leave(connection: C): void {
    this.#all.delete(connection)
    const neighbours = this.#byAddress.get(connection.address)
    neighbours?.delete(connection)
    if (neighbours?.size === 0) this.#byAddress.delete(connection.address)
  }

  #makeRoom(crowd: Set<C>): 'evicted' | 'refused' {
    for (const connection of crowd) {
      if (!connection.idle) continue
      this.leave(connection)
      connection.shutdown()
      return 'evicted'
    }
    return 'refused'
  }
}
