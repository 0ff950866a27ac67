import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Allowance, Limiter } from '../../domain/ports.ts'

const WINDOW_SECONDS = 60

/** Limits within one process. One limiter for each rate, and there are as many rates as plans. */
export class MemoryLimiter implements Limiter {
  readonly #byRate = new Map<number, RateLimiterMemory>()

  async take(key: string, perMinute: number): Promise<Allowance> {
    try {
      return allowance(true, await this.#limiter(perMinute).consume(key))
    } catch (refusal) {
      // Over the limit, the library rejects with the state of the window; anything else is a fault.
      if (refusal instanceof RateLimiterRes) return allowance(false, refusal)
      throw refusal
    }
  }

  #limiter(perMinute: number): RateLimiterMemory {
    let limiter = this.#byRate.get(perMinute)
    if (!limiter) {
      limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS })
      this.#byRate.set(perMinute, limiter)
    }
    return limiter
  }
}

function allowance(allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Allowance {
  return { allowed, remaining: remainingPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) }
}
