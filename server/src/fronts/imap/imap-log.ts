import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'

/** What the front tells the operator: figures always, lines only of what needs a look. */
export class ImapLog {
  readonly #log: Logger
  readonly #connections: Counter<'outcome'>

  constructor(log: Logger, registry: Registry, openConnections: () => number) {
    this.#log = log
    this.#connections = new Counter({
      name: 'mayfly_imap_connections_total',
      help: 'IMAP connections by what became of them at the door.',
      labelNames: ['outcome'],
      registers: [registry],
    })
    new Gauge({
      name: 'mayfly_imap_open_connections',
      help: 'IMAP connections open now.',
      registers: [registry],
      collect() {
        this.set(openConnections())
      },
    })
  }

  connection(outcome: 'taken' | 'evicted' | 'refused'): void {
    this.#connections.inc({ outcome })
  }

  broken(err: Error): void {
    this.#log.debug({ err }, 'a connection broke')
  }

  failed(err: unknown): void {
    this.#log.error({ err }, 'a command failed')
  }
}
