import { pause } from './pause.ts'

/** No server in between is patient for longer than a minute, and the service does not hold an answer longer than this. */
const LONGEST_HOLD = 55_000

/** Whoever answers before the time is up is about to stop: asked again at once, it would say the same. */
const AFTER_EARLY_ANSWER = 500

/** A time by which something must be done, by a clock that nobody sets. */
export class Deadline {
  /** When the last try may begin, by `performance.now()`. Who only looks has no time to keep to. */
  readonly lastTry: number
  readonly #at: number

  constructor(milliseconds: number) {
    this.#at = performance.now() + milliseconds
    this.lastTry = milliseconds === 0 ? Infinity : this.#at
  }

  get left(): number {
    return Math.max(0, this.#at - performance.now())
  }

  get isOver(): boolean {
    return this.left === 0
  }

  /** How long one request may be held back. */
  readonly hold = (): number => Math.min(this.left, LONGEST_HOLD)

  /** The same in seconds, as the service wants it. */
  holdSeconds(): number {
    return Math.round(this.hold()) / 1_000
  }

  /** When a request that begins now must be answered. */
  due(): number {
    return performance.now() + this.hold()
  }

  /** Takes a moment where an answer has come before it was due. */
  async restUntil(due: number, signal?: AbortSignal): Promise<void> {
    if (performance.now() < due) await pause(Math.min(AFTER_EARLY_ANSWER, this.left), signal)
  }
}
