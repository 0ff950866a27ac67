import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Allowance, Limiter } from '../../domain/ports.ts'
import { RateWindows } from '../../lib/rate-windows.ts'

const WINDOW_SECONDS = 60

/** Limits within one process. */
export class MemoryLimiter implements Limiter {
  readonly #windows = new RateWindows((points) => new RateLimiterMemory({ points, duration: WINDOW_SECONDS }))

  take(key: string, perMinute: number): Promise<Allowance> {
    return this.#windows.take(key, perMinute)
  }
}
