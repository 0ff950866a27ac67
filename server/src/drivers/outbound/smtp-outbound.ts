import { createTransport, type Transporter } from 'nodemailer'
import type { Letter, Outbound } from '../../domain/outbound.ts'

const TIMEOUT_MS = 30_000

/** Hands our own mail to a server that delivers it. */
export class SmtpOutbound implements Outbound {
  readonly #transport: Transporter
  readonly #from: string

  constructor(url: string, from: string) {
    this.#transport = createTransport({ url, connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS })
    this.#from = from
  }

  async send({ to, subject, text }: Letter): Promise<void> {
    // RFC 3834 §5: nobody's machine needs to answer it.
    const headers = { 'Auto-Submitted': 'auto-generated' }
    await this.#transport.sendMail({ from: this.#from, to, subject, text, headers })
  }
}
