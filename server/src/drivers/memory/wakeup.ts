import type { Bell, Wakeup, Watcher } from '../../domain/ports.ts'

/** Wake-ups within one process. A listener stays until its signal aborts, so whoever listens aborts it when done. */
export class MemoryWakeup implements Wakeup {
  readonly #watchers = new Map<string, Set<Watcher>>()

  /** How many inboxes somebody listens to. */
  get size(): number {
    return this.#watchers.size
  }

  ring(inboxIds: Iterable<string>): void {
    for (const inboxId of inboxIds) {
      for (const watcher of this.#watchers.get(inboxId) ?? []) watcher.ring()
    }
  }

  listen(inboxId: string, signal: AbortSignal): Bell {
    const listener = new Listener(this, inboxId, signal.aborted)
    if (signal.aborted) return listener
    this.watch(inboxId, listener)
    // The listener itself is the handler: a waiter costs no closure.
    signal.addEventListener('abort', listener, { once: true })
    return listener
  }

  watch(inboxId: string, watcher: Watcher): void {
    const others = this.#watchers.get(inboxId)
    if (others) others.add(watcher)
    else this.#watchers.set(inboxId, new Set([watcher]))
  }

  unwatch(inboxId: string, watcher: Watcher): void {
    const watchers = this.#watchers.get(inboxId)
    if (watchers?.delete(watcher) && watchers.size === 0) this.#watchers.delete(inboxId)
  }
}

class Listener implements Bell, Watcher {
  readonly #wakeup: MemoryWakeup
  readonly #inboxId: string
  #ended: boolean
  #rung = false
  #waiting: Promise<boolean> | null = null
  #wake: ((rung: boolean) => void) | null = null

  constructor(wakeup: MemoryWakeup, inboxId: string, ended: boolean) {
    this.#wakeup = wakeup
    this.#inboxId = inboxId
    this.#ended = ended
  }

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
    this.#wakeup.unwatch(this.#inboxId, this)
    this.#settle(false)
  }

  #settle(rung: boolean): void {
    this.#wake?.(rung)
    this.#wake = null
    this.#waiting = null
  }
}
