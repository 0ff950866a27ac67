import type { RedisLink } from './redis-link.ts'

/** At most so often, however much is rung: what comes meanwhile goes together. */
const REST_MS = 5
/** After a failure. */
const FAILED_REST_MS = 1_000
const MARKS_A_MESSAGE = 16_384
/** So much is kept for others while Redis is away. Beyond it they are told to look after everything. */
const MAX_KEPT = 65_536

/** Tells the other nodes what was rung here: with the next turn of the loop where it is quiet, else every few milliseconds. */
export class RingPost {
  readonly #link: RedisLink
  #kept = new Set<number>()
  #tooMany = false
  #isBusy = false

  constructor(link: RedisLink) {
    this.#link = link
  }

  add(mark: number): void {
    if (this.#kept.size < MAX_KEPT) this.#kept.add(mark)
    else this.#tooMany = true
    this.wake()
  }

  /** Redis may be back. */
  wake(): void {
    if (this.#isBusy || !this.#hasNews || !this.#link.isHere) return
    this.#isBusy = true
    // Everything that one commit has rung is rung in the same turn.
    setImmediate(() => void this.#send())
  }

  get #hasNews(): boolean {
    return this.#tooMany || this.#kept.size > 0
  }

  async #send(): Promise<void> {
    const restMs = (await this.flush()) ? REST_MS : FAILED_REST_MS
    setTimeout(() => {
      this.#isBusy = false
      this.wake()
    }, restMs).unref()
  }

  /** False where it could not be said, and is kept. */
  async flush(): Promise<boolean> {
    if (!this.#hasNews) return true
    const marks = this.#tooMany ? [] : [...this.#kept]
    this.#kept = new Set()
    this.#tooMany = false
    try {
      for (let at = 0; at === 0 || at < marks.length; at += MARKS_A_MESSAGE) {
        await this.#link.publishRings(marks.slice(at, at + MARKS_A_MESSAGE))
      }
      return true
    } catch {
      // Whatever was wrong, the link says it. They are said again, some perhaps for a second time.
      if (marks.length === 0) this.#tooMany = true
      for (const mark of marks) this.#kept.add(mark)
      return false
    }
  }
}
