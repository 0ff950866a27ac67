import { setImmediate as turn } from 'node:timers/promises'
import type { RedisLink } from './redis-link.ts'

/** What Redis has not said by then it need not say. */
export const PATIENCE_MS = 100
/** After an answer that did not come, so long nobody is made to wait for one. */
const REST_MS = 1_000

/** Asks Redis, and gives up on it early: for questions that a node can answer by itself, if not as well. */
export class Patience {
  readonly #link: RedisLink
  readonly #ms: number
  #restsUntil = 0
  #missed = 0

  constructor(link: RedisLink, ms: number) {
    this.#link = link
    this.#ms = ms
  }

  /** How many questions were not answered. */
  get missed(): number {
    return this.#missed
  }

  /** Null where there was no answer in time. */
  async ask<T>(question: () => Promise<T>): Promise<T | null> {
    const rests = !this.#link.isHere || performance.now() < this.#restsUntil
    const answer = rests ? null : await this.#askInTime(question)
    if (answer === null) this.#missed++
    return answer
  }

  async #askInTime<T>(question: () => Promise<T>): Promise<T | null> {
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => {
      // An answer may have come while this process was busy, and is read in this turn.
      turn().then(() => resolve(null))
    }, this.#ms)
    // What fails is as good as late. The link knows what is wrong.
    const answer = await Promise.race([question().catch(() => null), late])
    clearTimeout(timer)
    if (answer === null) this.#restsUntil = performance.now() + REST_MS
    return answer
  }
}
