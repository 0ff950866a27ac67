import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { DomainError } from '../../domain/domain-error.ts'

/** What the front tells the operator: figures always, lines only of what needs a look. */
export class SmtpLog {
  readonly #log: Logger
  readonly #mails: Counter
  readonly #bytes: Counter
  readonly #refusals: Counter<'code'>
  readonly #connections: Counter<'outcome'>

  constructor(log: Logger, registry: Registry) {
    this.#log = log
    const registers = [registry]
    this.#mails = new Counter({ name: 'mayfly_smtp_mails_total', help: 'Mails answered with 250.', registers })
    this.#bytes = new Counter({ name: 'mayfly_smtp_bytes_total', help: 'Bytes of those mails.', registers })
    this.#refusals = new Counter({
      name: 'mayfly_smtp_refusals_total',
      help: 'Recipients and mails refused.',
      labelNames: ['code'],
      registers,
    })
    this.#connections = new Counter({
      name: 'mayfly_smtp_connections_total',
      help: 'Connections by what became of them at the door.',
      labelNames: ['outcome'],
      registers,
    })
  }

  accepted(bytes: number): void {
    this.#mails.inc()
    this.#bytes.inc(bytes)
  }

  refused(error: DomainError): void {
    this.#refusals.inc({ code: error.code })
    if (error.code === 'unavailable' || error.code === 'storage_full') {
      this.#log.error({ code: error.code, cause: error.cause }, error.message)
    }
  }

  failed(error: unknown): void {
    this.#refusals.inc({ code: 'internal' })
    this.#log.error({ err: error }, 'a mail could not be taken')
  }

  connection(outcome: 'taken' | 'refused' | 'evicted'): void {
    this.#connections.inc({ outcome })
  }

  /** A peer that breaks off or cannot speak TLS is no fault of ours. */
  broken(error: Error): void {
    this.#log.debug({ reason: error.message }, 'an SMTP connection broke')
  }
}
