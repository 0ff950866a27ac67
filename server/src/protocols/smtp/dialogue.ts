import type { Handler } from './handler.ts'
import type { Limits } from './limits.ts'
import { MessageBody } from './message-body.ts'
import type { MailParameters } from './parameters.ts'
import { IN_BDAT, LOCAL_ERROR, MAIL_TWICE, NEEDS_EHLO, NEEDS_MAIL, NEEDS_RECIPIENT, type Reply } from './replies.ts'

export type Phase = 'connected' | 'greeted' | 'mail' | 'rcpt' | 'bdat'
type TransactionVerb = 'MAIL' | 'RCPT' | 'DATA' | 'BDAT'

/** RFC 5321 §4.1.4 and RFC 3030 §2: what may come next in a transaction. Any other of these verbs is a 503. */
const NEXT: Record<Phase, readonly TransactionVerb[]> = {
  connected: [],
  greeted: ['MAIL'],
  mail: ['RCPT'],
  rcpt: ['RCPT', 'DATA', 'BDAT'],
  bdat: ['BDAT'],
}

export interface Sender extends MailParameters {
  readonly from: string
}

export interface Setup {
  readonly hostname: string
  readonly handler: Handler
  readonly limits: Limits
  /** Whether STARTTLS is offered. */
  readonly startTls: boolean
}

/** What client and server have agreed on so far. The phase follows from it and cannot contradict it. */
export class Dialogue {
  readonly setup: Setup
  #secure: boolean
  #client: { readonly helo: string; readonly esmtp: boolean } | null = null
  #sender: Sender | null = null
  #to: string[] = []
  #body: MessageBody | null = null

  constructor(setup: Setup, secure: boolean) {
    this.setup = setup
    this.#secure = secure
  }

  get phase(): Phase {
    if (this.#client === null) return 'connected'
    if (this.#sender === null) return 'greeted'
    if (this.#body !== null) return 'bdat'
    return this.#to.length === 0 ? 'mail' : 'rcpt'
  }

  get secure(): boolean {
    return this.#secure
  }

  get sender(): Sender | null {
    return this.#sender
  }

  get recipients(): number {
    return this.#to.length
  }

  /** The message in hand, from the opening of its sink to its answer. */
  get body(): MessageBody | null {
    return this.#body
  }

  misplaced(verb: TransactionVerb): Reply | null {
    const phase = this.phase
    if (NEXT[phase].includes(verb)) return null
    if (phase === 'connected') return NEEDS_EHLO
    if (phase === 'greeted') return NEEDS_MAIL
    if (phase === 'bdat') return IN_BDAT
    return verb === 'MAIL' ? MAIL_TWICE : NEEDS_RECIPIENT
  }

  /** RFC 5321 §4.1.4: a second EHLO also ends the transaction. */
  greet(helo: string, esmtp: boolean): void {
    this.reset()
    this.#client = { helo, esmtp }
  }

  begin(sender: Sender): void {
    this.#sender = sender
  }

  addRecipient(address: string): void {
    this.#to.push(address)
  }

  /** null: the handler has failed, and the transaction is over. */
  openBody(): MessageBody | null {
    const { handler, limits } = this.setup
    if (this.#client === null || this.#sender === null) return null
    try {
      const sink = handler.open({ ...this.#client, ...this.#sender, to: this.#to })
      this.#body = new MessageBody(sink, limits, (error) => this.blame(error))
    } catch (error) {
      this.blame(error)
      this.reset()
    }
    return this.#body
  }

  reset(): void {
    this.#body?.abort()
    this.#body = null
    this.#sender = null
    this.#to = []
  }

  /** RFC 3207 §4.2: everything learnt before the handshake is forgotten. */
  forget(): void {
    this.reset()
    this.#client = null
  }

  secured(): void {
    this.forget()
    this.#secure = true
  }

  /** An error of the world behind the handler: its owner is told, the client learns no detail. */
  blame(error: unknown): Reply {
    try {
      this.setup.handler.failed?.(error)
    } catch {
      // Whoever cannot take a report cannot take the report of that either.
    }
    return LOCAL_ERROR
  }
}
