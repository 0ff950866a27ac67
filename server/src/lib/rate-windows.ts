import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

export interface WindowState {
  readonly allowed: boolean
  readonly remaining: number
  /** Until the window ends, rounded up. */
  readonly resetSeconds: number
}

/** A limiter of the library for each rate: there are as many rates as plans. */
export class RateWindows {
  readonly #byRate = new Map<number, RateLimiterAbstract>()
  readonly #make: (points: number) => RateLimiterAbstract

  constructor(make: (points: number) => RateLimiterAbstract) {
    this.#make = make
  }

  async take(key: string, points: number): Promise<WindowState> {
    try {
      return stateOf(true, await this.#limiter(points).consume(key))
    } catch (refusal) {
      // Over the limit, the library rejects with the state of the window; anything else is a fault.
      if (refusal instanceof RateLimiterRes) return stateOf(false, refusal)
      throw refusal
    }
  }

  #limiter(points: number): RateLimiterAbstract {
    let limiter = this.#byRate.get(points)
    if (!limiter) {
      limiter = this.#make(points)
      this.#byRate.set(points, limiter)
    }
    return limiter
  }
}

function stateOf(allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): WindowState {
  return { allowed, remaining: remainingPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) }
}
