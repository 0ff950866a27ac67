/**
 * Wakes those who listen. A listener stays until its signal aborts, so whoever listens aborts it when done. One that
 * listens to several keys is woken by each of them.
 */
export class Bells<K> {
  readonly #listeners = new Map<K, Set<Listener<K>>>()

  /** How many keys somebody listens to. */
  get size(): number {
    return this.#listeners.size
  }

  has(key: K): boolean {
    return this.#listeners.has(key)
  }

  keys(): Iterable<K> {
    return this.#listeners.keys()
  }

  /** In the order given: who is rung first goes on first. */
  ring(keys: Iterable<K>): void {
    for (const key of keys) {
      for (const listener of this.#listeners.get(key) ?? []) listener.ring()
    }
  }

  listen(keys: readonly K[], signal: AbortSignal): Listener<K> {
    const listener = new Listener(this, keys, signal.aborted)
    if (signal.aborted) return listener
    for (const key of keys) {
      const others = this.#listeners.get(key)
      if (others) others.add(listener)
      else this.#listeners.set(key, new Set([listener]))
    }
    // The listener itself is the handler: a waiter costs no closure.
    signal.addEventListener('abort', listener, { once: true })
    return listener
  }

  forget(keys: readonly K[], listener: Listener<K>): void {
    for (const key of keys) {
      const listeners = this.#listeners.get(key)
      if (listeners?.delete(listener) && listeners.size === 0) this.#listeners.delete(key)
    }
  }
}

class Listener<K> {
  readonly #bells: Bells<K>
  readonly #keys: readonly K[]
  #ended: boolean
  #rung = false
  #waiting: Promise<boolean> | null = null
  #wake: ((rung: boolean) => void) | null = null

  constructor(bells: Bells<K>, keys: readonly K[], ended: boolean) {
    this.#bells = bells
    this.#keys = keys
    this.#ended = ended
  }

  /** True after a ring since the last call (or since `listen`), false once the signal has aborted. */
  next(): Promise<boolean> {
    if (this.#ended) return Promise.resolve(false)
    if (this.#rung) {
      this.#rung = false
      return Promise.resolve(true)
    }
    this.#waiting ??= new Promise((resolve) => {
      this.#wake = resolve
    })
    return this.#waiting
  }

  ring(): void {
    if (this.#waiting) this.#settle(true)
    else this.#rung = true
  }

  /** The signal has aborted. */
  handleEvent(): void {
    this.#ended = true
    this.#bells.forget(this.#keys, this)
    this.#settle(false)
  }

  #settle(rung: boolean): void {
    this.#wake?.(rung)
    this.#wake = null
    this.#waiting = null
  }
}
