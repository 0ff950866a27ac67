import type { Bell, Wakeup, Watcher } from '../../domain/ports.ts'
import { Bells } from '../../lib/bells.ts'

/** Wake-ups within one process. */
export class MemoryWakeup implements Wakeup {
  readonly #bells = new Bells<string>()

  /** How many ids somebody listens to. */
  get size(): number {
    return this.#bells.size
  }

  ring(ids: Iterable<string>): void {
    this.#bells.ring(ids)
  }

  ringOne(id: string): void {
    this.#bells.ring([id])
  }

  listen(ids: readonly string[], signal: AbortSignal): Bell {
    return this.#bells.listen(ids, signal)
  }

  watch(id: string, watcher: Watcher): void {
    this.#bells.watch(id, watcher)
  }

  unwatch(id: string, watcher: Watcher): void {
    this.#bells.unwatch(id, watcher)
  }
}
