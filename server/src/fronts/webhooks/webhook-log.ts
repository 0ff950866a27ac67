import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { AttemptResult, Backlog } from '../../domain/webhook-store.ts'

interface Watched {
  readonly inFlight: () => number
  readonly backlog: () => Promise<Backlog>
}

/** What the sender tells the operator. An endpoint is named by its id: its URL may hold a secret. */
export class WebhookLog {
  readonly #log: Logger
  readonly #registry: Registry
  readonly #attempts: Counter<'outcome'>
  readonly #durations: Histogram
  readonly #pauses: Counter

  constructor(log: Logger, registry: Registry) {
    this.#log = log
    this.#registry = registry
    const registers = [registry]
    this.#attempts = new Counter({
      name: 'mayfly_webhook_attempts_total',
      help: 'Attempts to deliver a webhook, by what became of the delivery.',
      labelNames: ['outcome'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'mayfly_webhook_attempt_seconds',
      help: 'How long attempts took.',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15],
      registers,
    })
    this.#pauses = new Counter({
      name: 'mayfly_webhook_pauses_total',
      help: 'Endpoints paused because they failed too often.',
      registers,
    })
  }

  watch({ inFlight, backlog }: Watched): void {
    const registers = [this.#registry]
    new Gauge({
      name: 'mayfly_webhook_in_flight',
      help: 'Attempts under way.',
      registers,
      collect() {
        this.set(inFlight())
      },
    })
    new Gauge({
      name: 'mayfly_webhook_backlog',
      help: 'Deliveries on their way, and those held for a paused endpoint.',
      labelNames: ['kind'],
      registers,
      async collect() {
        const { open, held } = await backlog()
        this.set({ kind: 'open' }, open)
        this.set({ kind: 'held' }, held)
      },
    })
  }

  recorded(results: readonly AttemptResult[], paused: readonly { webhookId: string; accountId: string }[]): void {
    for (const { outcome, attempt } of results) {
      this.#attempts.inc({ outcome: typeof outcome === 'string' ? outcome : 'retrying' })
      this.#durations.observe(attempt.durationMs / 1_000)
    }
    this.#pauses.inc(paused.length)
    for (const { webhookId, accountId } of paused) {
      this.#log.warn({ webhook: webhookId, account: accountId }, 'an endpoint failed too often, and is paused')
    }
  }

  failed(err: unknown): void {
    this.#log.error({ err }, 'the sender of webhooks met a failure of ours')
  }
}
