import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { Allowance, Limiter } from '../../domain/ports.ts'
import { RateWindows } from '../../lib/rate-windows.ts'
import { PATIENCE_MS, Patience } from './patience.ts'
import type { RedisLink } from './redis-link.ts'

const WINDOW_SECONDS = 60

/** Limits over all nodes. Where Redis does not answer, each node counts for itself. */
export class RedisLimiter implements Limiter {
  readonly #insurance: Limiter
  readonly #patience: Patience
  readonly #windows: RateWindows

  constructor(link: RedisLink, insurance: Limiter, patienceMs = PATIENCE_MS) {
    this.#insurance = insurance
    this.#patience = new Patience(link, patienceMs)
    this.#windows = new RateWindows(
      (points) =>
        new RateLimiterRedis({
          storeClient: link.commands,
          // Another rate is another window, as it is in memory.
          keyPrefix: `${link.names.limits}:${points}`,
          points,
          duration: WINDOW_SECONDS,
        }),
    )
  }

  /** How often this node has counted for itself. */
  get missed(): number {
    return this.#patience.missed
  }

  async take(key: string, perMinute: number): Promise<Allowance> {
    const counted = await this.#patience.ask(() => this.#windows.take(key, perMinute))
    return counted ?? this.#insurance.take(key, perMinute)
  }
}
