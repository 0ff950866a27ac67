/** Called at each ring. */
export interface Watcher {
  ring(): void
}

/**
 * Wakes those who listen. A listener stays until its signal aborts, so whoever listens aborts it when done. One that
 * listens to several keys is woken by each of them.
 */
export class Bells<K> {
  readonly #watchers = new Map<K, Set<Watcher>>()

  /** How many keys somebody listens to. */
  get size(): number {
    return this.#watchers.size
  }

  has(key: K): boolean {
    return this.#watchers.has(key)
  }

  keys(): Iterable<K> {
    return this.#watchers.keys()
  }

  /** In the order given: who is rung first goes on first. */
  ring(keys: Iterable<K>): void {
    for (const key of keys) {
      for (const watcher of this.#watchers.get(key) ?? []) watcher.ring()
    }
  }

  listen(keys: readonly K[], signal: AbortSignal): Listener<K> {
    const listener = new Listener(this, keys, signal.aborted)
    if (signal.aborted) return listener
    for (const key of keys) this.watch(key, listener)
    // The listener itself is the handler: a waiter costs no closure.
    signal.addEventListener('abort', listener, { once: true })
    return listener
  }

  /** Without a signal: until `unwatch`. */
  watch(key: K, watcher: Watcher): void {
    const others = this.#watchers.get(key)
    if (others) others.add(watcher)
    else this.#watchers.set(key, new Set([watcher]))
  }

  unwatch(key: K, watcher: Watcher): void {
    const watchers = this.#watchers.get(key)
    if (watchers?.delete(watcher) && watchers.size === 0) this.#watchers.delete(key)
  }
}

class Listener<K> implements Watcher {
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
    for (const key of this.#keys) this.#bells.unwatch(key, this)
    this.#settle(false)
  }

  #settle(rung: boolean): void {
    this.#wake?.(rung)
    this.#wake = null
    this.#waiting = null
  }
}
