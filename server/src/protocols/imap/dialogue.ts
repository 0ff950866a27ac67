import type { Account, Backend, Mailbox } from './backend.ts'
import type { Line } from './held-line.ts'
import type { Input } from './input.ts'
import type { Limits } from './limits.ts'
import type { Outlet } from './outlet.ts'
import { BadCommand, Farewell, Refusal } from './refusal.ts'
import type { View } from './view.ts'

/** RFC 3501 §3. The fourth, logout, is the end of the session. */
export type State = 'not authenticated' | 'authenticated' | 'selected'

export interface Setup {
  readonly hostname: string
  readonly backend: Backend
  readonly limits: Limits
  /** Whether STARTTLS is offered. */
  readonly startTls: boolean
  /** Whether a secret may be sent without TLS. */
  readonly allowPlain: boolean
  /** RFC 2971 §3: what the server says of itself. */
  readonly id: Readonly<Record<string, string>>
  /** Milliseconds, from any moment on: for the time that a SEARCH may take. */
  readonly now: () => number
  /** Something has failed that is not the client's fault, and it hears NO [SERVERBUG]: the place to log it. */
  failed(error: unknown): void
}

export interface Selected {
  readonly name: string
  readonly mailbox: Mailbox
  readonly view: View
  /** By EXAMINE, or because the account or the mailbox is. */
  readonly readOnly: boolean
}

/** What client and server have agreed on so far. The state follows from it and cannot contradict it. */
export class Dialogue {
  readonly setup: Setup
  readonly input: Input
  readonly outlet: Outlet
  /** Only the client is waited for, and `input.end` calls it off. */
  listening = false
  #failedLogins = 0
  #secure: boolean
  #account: Account | null = null
  #selected: Selected | null = null
  #condstore = false
  #ending = false

  constructor(setup: Setup, input: Input, outlet: Outlet, secure: boolean) {
    this.setup = setup
    this.input = input
    this.outlet = outlet
    this.#secure = secure
  }

  get state(): State {
    if (this.#account === null) return 'not authenticated'
    return this.#selected === null ? 'authenticated' : 'selected'
  }

  get secure(): boolean {
    return this.#secure
  }

  /** RFC 3501 §6.2.3: else LOGINDISABLED. */
  get mayLogIn(): boolean {
    return this.#secure || this.setup.allowPlain
  }

  get failedLogins(): number {
    return this.#failedLogins
  }

  /** RFC 7162 §3.1: the client has shown that it knows mod-sequences. */
  get condstore(): boolean {
    return this.#condstore
  }

  /** The account that the state promises. */
  get account(): Account {
    if (this.#account === null) throw new BadCommand('Log in first')
    return this.#account
  }

  get selected(): Selected {
    if (this.#selected === null) throw new BadCommand('Select a mailbox first')
    return this.#selected
  }

  needWritableAccount(): void {
    if (this.account.readOnly) throw new Refusal('NOPERM', 'This log-in may only read')
  }

  countFailedLogin(): void {
    this.#failedLogins += 1
  }

  enter(account: Account): void {
    this.#account = account
  }

  select(selected: Selected): void {
    this.leave()
    this.#selected = selected
  }

  /** Whether there was a mailbox to leave. */
  leave(): boolean {
    const selected = this.#selected
    this.#selected = null
    selected?.mailbox.close()
    return selected !== null
  }

  /** RFC 7162 §3.1.2: who enables it in a mailbox learns where the mailbox stands. */
  enableCondstore(): void {
    if (this.#condstore) return
    this.#condstore = true
    if (this.#selected !== null) this.outlet.line(`* OK [HIGHESTMODSEQ ${this.#selected.view.modSeq}] Highest`)
  }

  /** Waits for a line that is no command. */
  async listen(limit: number): Promise<Line | null> {
    this.listening = true
    const line = await this.input.line(limit)
    this.listening = false
    return line
  }

  /** The session is to end: long work stops at its next step. */
  end(): void {
    this.#ending = true
  }

  checkEnd(): void {
    if (this.#ending) throw new Farewell('The session has ended')
  }

  secured(): void {
    this.#secure = true
  }
}
