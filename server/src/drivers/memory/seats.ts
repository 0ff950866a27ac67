import type { Seats } from '../../domain/ports.ts'

/** Seats within one process. */
export class MemorySeats implements Seats {
  readonly #taken = new Map<string, number>()

  async take(key: string, count: number): Promise<(() => void) | null> {
    if (this.#of(key) >= count) return null
    this.#taken.set(key, this.#of(key) + 1)
    return () => {
      const left = this.#of(key) - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
    }
  }

  async taken(key: string): Promise<number> {
    return this.#of(key)
  }

  #of(key: string): number {
    return this.#taken.get(key) ?? 0
  }
}
