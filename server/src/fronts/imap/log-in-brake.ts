import { setTimeout as pause } from 'node:timers/promises'

const FIRST_MS = 1_000
const LONGEST_MS = 10_000
/** So long after its last failure a name or an address is forgotten. */
const MEMORY_MS = 15 * 60_000
const MAX_REMEMBERED = 20_000

interface Failures {
  count: number
  last: number
}

/** How time passes. */
export interface BrakeTime {
  now(): number
  /** Ends early when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

const REAL_TIME: BrakeTime = {
  now: () => performance.now(),
  async pause(ms, signal) {
    // It rejects only when the signal aborts: then nobody waits any more.
    await pause(ms, undefined, { signal }).catch(() => undefined)
  },
}

/** Makes each failed log-in slower than the one before: 1 s, doubling to 10 s, for an address and for a name. */
export class LogInBrake {
  readonly #failures = new Map<string, Failures>()
  readonly #time: BrakeTime

  constructor(time = REAL_TIME) {
    this.#time = time
  }

  /** Keeps the failure that just happened from its client for a while. */
  async hold(keys: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#time.pause(Math.max(...keys.map((key) => this.#fail(key))), signal)
  }

  release(keys: readonly string[]): void {
    for (const key of keys) this.#failures.delete(key)
  }

  #fail(key: string): number {
    const now = this.#time.now()
    const known = this.#failures.get(key)
    const count = known && now - known.last < MEMORY_MS ? known.count + 1 : 1
    this.#failures.delete(key)
    this.#failures.set(key, { count, last: now })
    // The one that failed longest ago makes room.
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > MAX_REMEMBERED && oldest !== undefined) this.#failures.delete(oldest)
    return Math.min(LONGEST_MS, FIRST_MS * 2 ** (count - 1))
  }
}
