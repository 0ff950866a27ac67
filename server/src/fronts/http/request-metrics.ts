import { Counter, Gauge, type Registry } from 'prom-client'
import { MinuteMeter } from '../../lib/minute-meter.ts'
import type { HeldRequests } from './held-requests.ts'

/** For requests that no route takes: their paths are anybody's invention, and must not become labels. */
const UNMATCHED = 'unmatched'

const STATUSES = 600

/** Counts answers in plain numbers. The registry's labels are looked up when somebody scrapes, not at every request. */
export class RequestMetrics {
  /** Of the last minute. */
  readonly requests = new MinuteMeter(Date.now)
  readonly errors = new MinuteMeter(Date.now)
  readonly #counts = new Map<string, Float64Array>()

  constructor(registry: Registry, held: HeldRequests) {
    const counts = this.#counts
    new Counter({
      name: 'mayfly_http_requests_total',
      help: 'HTTP requests answered, by route and status',
      labelNames: ['route', 'status'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [route, statuses] of counts) {
          for (const [status, count] of statuses.entries()) if (count > 0) this.inc({ route, status }, count)
        }
      },
    })
    new Gauge({
      name: 'mayfly_http_open_waits',
      help: 'HTTP requests that wait for mail',
      registers: [registry],
      collect() {
        this.set(held.count)
      },
    })
  }

  /** The function that counts one answer of this route. */
  counterOf(route: string): (status: number) => void {
    let statuses = this.#counts.get(route)
    if (!statuses) {
      statuses = new Float64Array(STATUSES)
      this.#counts.set(route, statuses)
    }
    const counts = statuses
    return (status) => {
      counts[status] = (counts[status] ?? 0) + 1
      this.requests.add()
      if (status >= 500) this.errors.add()
    }
  }

  counterOfUnmatched(): (status: number) => void {
    return this.counterOf(UNMATCHED)
  }
}
