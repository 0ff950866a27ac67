import type { AcceptedRecipient } from '../../app/accept-recipient.ts'
import type { IncomingMail } from '../../app/deliver.ts'
import type { Mail } from '../../app/mail.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { TlsInfo } from '../../domain/message.ts'
import type { Recipient } from '../../domain/ports.ts'
import { received, transmissionType } from '../../protocols/smtp/received.ts'
import type { BodySink, Envelope, Handler, Reply } from '../../protocols/smtp/session.ts'
import { MailSink } from './mail-sink.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { replyTo } from './replies.ts'
import type { SmtpLog } from './smtp-log.ts'

export interface TransactionOptions {
  readonly mail: Mail
  readonly log: SmtpLog
  readonly budget: MemoryBudget
  readonly spoolDir: string
  readonly hostname: string
  /** Where mail for the bare `<Postmaster>` of RFC 5321 §4.5.1 goes. */
  readonly postmasterDomain: string
}

export interface Peer {
  readonly address: string
  /** Null until the connection is encrypted. */
  tls(): TlsInfo | null
}

/** RFC 5321 §4.5.3.1.2: what is longer is no name. */
const MAX_DOMAIN = 255
const PROCESS_TAG = Math.floor(Math.random() * 36 ** 4).toString(36)
let counter = 0

/** Asks `Mail` what the session wants to know. One for each connection. */
export class Transaction implements Handler {
  readonly #options: TransactionOptions
  readonly #peer: Peer
  #from = ''
  #recipients: AcceptedRecipient[] = []

  constructor(options: TransactionOptions, peer: Peer) {
    this.#options = options
    this.#peer = peer
  }

  sender(from: string): null {
    this.#from = from
    this.#recipients = []
    return null
  }

  async recipient(to: string, declaredSize: number | null): Promise<Reply | null> {
    const mailbox = to.includes('@') ? to : `${to}@${this.#options.postmasterDomain}`
    try {
      this.#recipients.push(await this.#options.mail.acceptRecipient(mailbox, declaredSize))
      return null
    } catch (error) {
      return this.#refuse(error, [mailbox])
    }
  }

  open(envelope: Envelope): BodySink {
    const { budget, spoolDir } = this.#options
    const recipients = this.#recipients
    const id = `${PROCESS_TAG}${(counter++).toString(36)}`
    const date = new Date()
    const tls = this.#peer.tls()
    const peer = { address: this.#peer.address, helo: envelope.helo.slice(0, MAX_DOMAIN) }
    return new MailSink({
      budget,
      spoolDir,
      maxBytes: recipients.reduce((least, { maxBytes }) => Math.min(least, maxBytes), Number.MAX_SAFE_INTEGER),
      trace: this.#trace(envelope, id, date, tls),
      refuse: (error) => this.#refuse(error, addressesOf(recipients)),
      deliver: (source) =>
        this.#deliver({ ...source, envelopeFrom: envelope.from, recipients, receivedAt: Date.now(), tls, peer }, id),
    })
  }

  failed(error: unknown): void {
    this.#options.log.failed(error)
  }

  /** RFC 5321 §4.4: the server of the final delivery puts Return-Path before its own Received line. */
  #trace(envelope: Envelope, id: string, date: Date, tls: TlsInfo | null): Buffer {
    const only = this.#recipients.length === 1 ? this.#recipients[0]?.address : undefined
    const line = received({
      helo: envelope.helo,
      remoteAddress: this.#peer.address,
      hostname: this.#options.hostname,
      protocol: transmissionType({ ...envelope, tls: tls !== null }),
      id,
      date,
      ...(only !== undefined && { for: only }),
      ...(tls && { tls }),
    })
    return Buffer.from(`Return-Path: <${envelope.from}>\r\n${line}`)
  }

  async #deliver(mail: IncomingMail, id: string): Promise<Reply> {
    try {
      await this.#options.mail.deliver(mail)
      this.#options.log.accepted(mail.sizeBytes)
      return { code: 250, text: `2.0.0 Stored as ${id}` }
    } catch (error) {
      return this.#refuse(error, addressesOf(mail.recipients))
    }
  }

  #refuse(error: unknown, mailboxes: readonly string[]): Reply {
    if (!(error instanceof DomainError)) throw error
    const reply = replyTo(error)
    this.#options.log.refused(error)
    this.#options.mail.noteRefusal(mailboxes, this.#from, `${reply.code} ${reply.text}`)
    return reply
  }
}

function addressesOf(recipients: readonly Recipient[]): string[] {
  return recipients.map(({ address }) => address)
}
