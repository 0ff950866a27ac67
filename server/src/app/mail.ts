import type { Inbox } from '../domain/inbox.ts'
import type { Allowance } from '../domain/ports.ts'
import { type AcceptedRecipient, acceptRecipient } from './accept-recipient.ts'
import { deliver, type IncomingMail } from './deliver.ts'
import type { Deps } from './deps.ts'
import { Intake } from './intake.ts'
import { openInbox } from './open-inbox.ts'
import { OpenWaits } from './open-waits.ts'
import { Owners, type Principal } from './owners.ts'
import { type MailPage, type MailQuery, readMail } from './read-mail.ts'
import { Renditions } from './renditions.ts'
import { sweep } from './sweep.ts'
import { Touches } from './touches.ts'
import { waitForMail } from './wait-for-mail.ts'

/** The only door to the store: what a front can do. */
export class Mail {
  readonly #deps: Deps
  readonly #intake: Intake
  readonly #owners: Owners
  readonly #renditions: Renditions
  readonly #touches: Touches
  readonly #waits: OpenWaits

  constructor(deps: Deps) {
    this.#deps = deps
    this.#intake = new Intake(deps.store)
    this.#owners = new Owners(deps.store, deps.policy.plans, deps.clock)
    this.#renditions = new Renditions(deps)
    this.#touches = new Touches(deps.store)
    this.#waits = new OpenWaits(deps.policy.plans)
  }

  /** Who holds this key. Throws invalid_key or revoked_key. */
  async authenticate(keyText: string): Promise<Principal> {
    const principal = await this.#owners.principal(keyText)
    this.#touches.key(principal.key.id, principal.key.lastUsedAt, this.#deps.clock.now())
    return principal
  }

  /** Counts one request against the plan's rate. */
  takeRequest({ account, plan }: Principal): Promise<Allowance> {
    return this.#deps.limiter.take(account.id, plan.requests_per_minute)
  }

  /** The inbox of this address, claimed by its first reader. */
  openInbox(principal: Principal, email: string): Promise<Inbox> {
    return openInbox(this.#deps, this.#touches, principal, email)
  }

  readMail(inbox: Inbox, query: MailQuery): Promise<MailPage> {
    return readMail(this.#deps.store, this.#renditions, inbox, query)
  }

  /** Like readMail, but an empty page comes only once the signal has aborted. Counts as an open wait. */
  async waitForMail(principal: Principal, inbox: Inbox, query: MailQuery, signal: AbortSignal): Promise<MailPage> {
    const leave = this.#waits.enter(principal)
    try {
      const { store, wakeup } = this.#deps
      return await waitForMail({ store, wakeup, renditions: this.#renditions }, inbox, query, signal)
    } finally {
      leave()
    }
  }

  get openWaits(): number {
    return this.#waits.total
  }

  acceptRecipient(mailbox: string, declaredSize: number | null): Promise<AcceptedRecipient> {
    return acceptRecipient(this.#deps, this.#owners, mailbox, declaredSize)
  }

  deliver(mail: IncomingMail): Promise<void> {
    return deliver(this.#deps, this.#intake, mail)
  }

  /** Rejects where the store does not answer. */
  ping(): Promise<void> {
    return this.#deps.store.ping()
  }

  /** Writes down what was noted on the way: when keys and inboxes were last used. */
  flush(): Promise<void> {
    return this.#touches.flush()
  }

  sweep(stopped: AbortSignal): Promise<{ messages: number; inboxes: number }> {
    return sweep(this.#deps, stopped)
  }
}
