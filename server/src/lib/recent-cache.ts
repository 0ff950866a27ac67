export interface RecentCacheOptions<V> {
  readonly maxWeight: number
  /** What weighs more is not kept: one such must not drive out a thousand small ones. */
  readonly maxEach: number
  readonly weigh: (value: V) => number
}

/** Bounded in what its values weigh in all. The one used longest ago goes first. */
export class RecentCache<V> {
  readonly #options: RecentCacheOptions<V>
  readonly #values = new Map<string, V>()
  #weight = 0

  constructor(options: RecentCacheOptions<V>) {
    this.#options = options
  }

  get(key: string): V | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    const { maxWeight, maxEach, weigh } = this.#options
    this.delete(key)
    if (weigh(value) > maxEach) return
    this.#values.set(key, value)
    this.#weight += weigh(value)
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= maxWeight) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const value = this.#values.get(key)
    if (value === undefined) return
    this.#weight -= this.#options.weigh(value)
    this.#values.delete(key)
  }
}
