/**
 * Remembers answers for a short while. An entry older than `ttlMs` is never given out, so a change elsewhere holds
 * here within that time. Bounded: the entry that was put in first goes first.
 */
export class ShortCache<K, V> {
  readonly #entries = new Map<K, { readonly value: V; readonly until: number }>()
  readonly #ttlMs: number
  readonly #maxEntries: number
  readonly #now: () => number

  constructor(options: { readonly ttlMs: number; readonly maxEntries: number; readonly now: () => number }) {
    this.#ttlMs = options.ttlMs
    this.#maxEntries = options.maxEntries
    this.#now = options.now
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.until > this.#now()) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  /** For changes that are known here: they hold at once. */
  clear(): void {
    this.#entries.clear()
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    if (this.#entries.size >= this.#maxEntries) this.#entries.delete(this.#entries.keys().next().value as K)
    this.#entries.set(key, { value, until: this.#now() + this.#ttlMs })
  }
}
