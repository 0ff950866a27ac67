import type { ApiKey, KeyScope } from '../domain/api-key.ts'
import { DomainError } from '../domain/domain-error.ts'
import { newId } from '../domain/ids.ts'
import type { Inbox } from '../domain/inbox.ts'
import type { Allowance, AttachmentContent, OnceRecord, Placed } from '../domain/ports.ts'
import { MinuteMeter } from '../lib/minute-meter.ts'
import { type AcceptedRecipient, acceptRecipient } from './accept-recipient.ts'
import { type AccountView, viewAccount } from './account-view.ts'
import { type CreatedKey, createKey, revokeKey } from './accounts.ts'
import { Authentications } from './authentications.ts'
import { type Delivery, deliver, type IncomingMail } from './deliver.ts'
import type { Deps, MailDeps } from './deps.ts'
import { Domains } from './domains/domains.ts'
import { ServedDomains } from './domains/served-domains.ts'
import type { Finder } from './find-messages.ts'
import { type EventQuery, type FollowedEvent, followEvents } from './follow-events.ts'
import {
  type CreatedInbox,
  changeInbox,
  createInbox,
  deleteInbox,
  type InboxView,
  type InboxWish,
  listInboxes,
  ownInbox,
  viewOf,
} from './inboxes.ts'
import { Intake } from './intake.ts'
import { MailboxContents } from './mailboxes/mailbox-contents.ts'
import { Mailboxes } from './mailboxes/mailboxes.ts'
import type { Found } from './message-view.ts'
import type { Waited, WaitQuery } from './message-wait.ts'
import {
  deleteMessage,
  emptyInbox,
  type ListedPage,
  listMessages,
  type MessageQuery,
  markSeen,
  ownMessage,
  rawMessage,
  readAttachment,
  showMessage,
} from './messages.ts'
import { openInbox } from './open-inbox.ts'
import { OpenWaits } from './open-waits.ts'
import { type KeyPrincipal, leaveOf, Owners, type Principal } from './owners.ts'
import { actorOf } from './people/audit.ts'
import { requireOwnKey } from './people/devices.ts'
import { People } from './people/people.ts'
import { ReadAhead } from './read-ahead.ts'
import { type MailPage, type MailQuery, readMail } from './read-mail.ts'
import { Refusals } from './refusals.ts'
import { Renditions } from './renditions.ts'
import { SAMPLE_SENDER, sampleLetter } from './sample-letter.ts'
import { sweep } from './sweep.ts'
import { Touches } from './touches.ts'
import { waitForMail } from './wait-for-mail.ts'
import { type Recheck, waitForMessage } from './wait-for-message.ts'
import { Outbox } from './webhooks/outbox.ts'
import { Webhooks } from './webhooks/webhooks.ts'

const ONCE_KEPT_MS = 24 * 3_600_000
/** No request runs for longer; what a crash left unfinished may be tried again then. */
const ONCE_RUNNING_MS = 60_000

/** How long whoever looks at a message waits for what name servers say of its sender. */
const VIEW_PATIENCE_MS = 5_000
/** A wait that has its message is not held up by them. */
const WAIT_PATIENCE_MS = 250

/** For whoever cannot lose their leave while they wait. */
const holdsForGood: Recheck = async () => {}

/** The only door to the store: what a front can do. */
export class Mail {
  /** What an account does with its webhook endpoints. */
  readonly webhooks: Webhooks
  /** What mail programs do. */
  readonly mailboxes: Mailboxes
  /** What the sender of webhooks does. */
  readonly outbox: Outbox
  /** For people: how they come in, and what they do with their account. */
  readonly people: People
  /** What an account does with domains of its own. */
  readonly domains: Domains
  readonly #deps: MailDeps
  /** Tells this node from the others. */
  readonly #node = newId('nod')
  readonly #delivery: Delivery
  readonly #owners: Owners
  readonly #renditions: Renditions
  readonly #authentications: Authentications
  readonly #refusals: Refusals
  readonly #touches: Touches
  readonly #waits: OpenWaits
  readonly #intakes: MinuteMeter
  readonly #refused: MinuteMeter

  constructor(given: Deps) {
    const deps = { ...given, served: new ServedDomains(given.store.domains, given.policy.domains) }
    this.#deps = deps
    this.#owners = new Owners(deps.store, deps.wakeup, deps.policy.plans, deps.clock)
    this.#renditions = new Renditions(deps)
    this.#authentications = new Authentications(deps)
    this.#refusals = new Refusals(deps.clock)
    this.#touches = new Touches(deps.store)
    this.#waits = new OpenWaits(deps.policy.plans, deps.seats)
    this.#delivery = { intake: new Intake(deps.store), readAhead: new ReadAhead(this.#waits, this.#renditions) }
    this.webhooks = new Webhooks(deps)
    this.domains = new Domains(deps)
    this.outbox = new Outbox(deps, this.#renditions)
    this.#intakes = new MinuteMeter(() => deps.clock.now())
    this.#refused = new MinuteMeter(() => deps.clock.now())
    this.people = new People(deps, this.#owners, this.#touches)
    const contents = new MailboxContents(deps, this.#owners, this.#delivery, this.#renditions, this.#touches)
    this.mailboxes = new Mailboxes(deps, contents, (principal, email) => this.openInbox(principal, email))
  }

  /** Who holds this key. Throws invalid_key or revoked_key. */
  async authenticate(keyText: string): Promise<KeyPrincipal> {
    const principal = await this.#owners.principal(keyText)
    this.#touches.key(principal.key.id, principal.key.lastUsedAt, this.#deps.clock.now())
    return principal
  }

  /** Counts one request against the plan's rate. */
  takeRequest({ account, plan }: Principal): Promise<Allowance> {
    return this.#deps.limiter.take(account.id, plan.requests_per_minute)
  }

  /** Somebody is about to look at mail. */
  expectReader(): void {
    this.#deps.mime.prepare()
  }

  /** The inbox of this address, claimed by its first reader. */
  openInbox(principal: Principal, email: string): Promise<Inbox> {
    return openInbox(this.#deps, this.#touches, principal, email)
  }

  readMail(inbox: Inbox, query: MailQuery): Promise<MailPage> {
    return readMail(this.#deps.store, this.#renditions, inbox, query)
  }

  /** Like readMail, but an empty page comes only once the signal has aborted. Throws not_found once the inbox is deleted. */
  waitForMail(
    principal: Principal,
    inbox: Inbox,
    query: MailQuery,
    signal: AbortSignal,
    recheck: Recheck = holdsForGood,
  ): Promise<MailPage> {
    const leave = { bell: leaveOf(principal.account.id), check: recheck }
    const deps = { ...this.#finder, wakeup: this.#deps.wakeup, leave }
    return this.#whileCounted(principal, inbox, signal, () => waitForMail(deps, inbox, query, signal))
  }

  createInbox(principal: Principal, wish: InboxWish): Promise<CreatedInbox> {
    return createInbox(this.#deps, principal, wish)
  }

  listInboxes(principal: Principal, cursor: string | null, limit: number): ReturnType<typeof listInboxes> {
    return listInboxes(this.#deps, principal, cursor, limit)
  }

  async viewInbox(principal: Principal, email: string): Promise<InboxView> {
    return viewOf(await ownInbox(this.#deps, principal, email), principal)
  }

  changeInbox(
    principal: Principal,
    email: string,
    change: Pick<InboxWish, 'label' | 'ttlSeconds'>,
  ): Promise<InboxView> {
    return changeInbox(this.#deps, principal, email, change)
  }

  deleteInbox(principal: Principal, email: string): Promise<void> {
    return deleteInbox(this.#deps, principal, email)
  }

  async emptyInbox(principal: Principal, email: string): Promise<number> {
    return emptyInbox(this.#deps, await ownInbox(this.#deps, principal, email))
  }

  listMessages(inbox: Inbox, query: MessageQuery): Promise<ListedPage> {
    return listMessages(this.#finder, inbox, query)
  }

  /** With the results of its checks, unless this key does not see them. */
  async message(principal: Principal, id: string): Promise<Found> {
    const found = await ownMessage(this.#finder, principal, id)
    return principal.scope === 'codes' ? found : this.#authentications.complete(found, VIEW_PATIENCE_MS)
  }

  rawMessage(principal: Principal, id: string): Promise<Uint8Array> {
    return rawMessage(this.#finder, principal, id)
  }

  attachment(principal: Principal, id: string, index: number): Promise<AttachmentContent> {
    return readAttachment(this.#finder, this.#deps.mime, principal, id, index)
  }

  showMessage(principal: Principal, id: string, remote: boolean): Promise<string> {
    return showMessage(this.#finder, this.#deps.mime, principal, id, remote)
  }

  markSeen(principal: Principal, id: string, seen: boolean): Promise<Found> {
    return markSeen(this.#finder, principal, id, seen)
  }

  deleteMessage(principal: Principal, id: string): Promise<void> {
    return deleteMessage(this.#finder, principal, id)
  }

  /** Throws not_found once the inbox is deleted. */
  async waitForMessage(
    principal: Principal,
    inbox: Inbox,
    query: WaitQuery,
    signal: AbortSignal,
    recheck: Recheck = holdsForGood,
  ): Promise<Waited> {
    const { wakeup, clock } = this.#deps
    const leave = { bell: leaveOf(principal.account.id), check: recheck }
    const deps = { ...this.#finder, wakeup, clock, refusals: this.#refusals, leave }
    const waited = await this.#whileCounted(principal, inbox, signal, () => waitForMessage(deps, inbox, query, signal))
    if (waited.status === 'timeout' || principal.scope === 'codes') return waited
    const complete = (one: Found) => this.#authentications.complete(one, WAIT_PATIENCE_MS)
    return { ...waited, found: await Promise.all(waited.found.map(complete)) }
  }

  /** Counts as an open wait from now on until the signal aborts. */
  async followEvents(
    principal: Principal,
    query: EventQuery,
    signal: AbortSignal,
    isAdmitted: () => Promise<boolean> = async () => true,
  ): Promise<AsyncGenerator<FollowedEvent>> {
    const leave = await this.#waits.enter(principal, null)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    return followEvents({ ...this.#finder, wakeup: this.#deps.wakeup }, principal, query, signal, isAdmitted)
  }

  /** Where the account's log ends now. */
  lastEvent({ account }: Principal): Promise<number> {
    return this.#deps.store.lastEvent(account.id)
  }

  async viewAccount(principal: Principal): Promise<AccountView> {
    return viewAccount(this.#deps, principal, await this.#waits.of(principal.account.id))
  }

  /** Without the tokens of devices. */
  async listKeys({ account }: Principal): Promise<readonly ApiKey[]> {
    return (await this.#deps.store.keys(account.id)).filter((key) => key.prefix === 'tk_')
  }

  /** A key can do for the account what whoever makes it can, short of what is the owner's alone. */
  createKey(principal: Principal, name: string, scope: KeyScope): Promise<CreatedKey> {
    const { account, user, key } = principal
    const createdBy = user === null ? key.createdBy : user.id
    const role = principal.role === 'member' ? 'member' : 'admin'
    const wish = { accountId: account.id, name, scope, role, createdBy } as const
    return createKey(this.#deps.store, this.#deps.clock.now(), wish, actorOf(principal))
  }

  /** Of this account alone: another one's keys are not there. */
  async revokeKey(principal: Principal, keyId: string): Promise<void> {
    const key = (await this.listKeys(principal)).find((one) => one.id === keyId)
    if (!key) throw new DomainError('not_found', `You have no key ${keyId}.`)
    requireOwnKey(principal, key)
    await revokeKey(this.#deps.store, this.#deps.clock.now(), keyId, actorOf(principal))
    this.#owners.changed(principal.account.id)
  }

  /** As an open wait, but for one whose time is over before it begins: that only looks. */
  async #whileCounted<T>(principal: Principal, { id }: Inbox, signal: AbortSignal, wait: () => Promise<T>): Promise<T> {
    if (signal.aborted) return wait()
    const leave = await this.#waits.enter(principal, id)
    try {
      return await wait()
    } finally {
      leave()
    }
  }

  get #finder(): Finder {
    return { store: this.#deps.store, renditions: this.#renditions }
  }

  get openWaits(): number {
    return this.#waits.total
  }

  acceptRecipient(mailbox: string, declaredSize: number | null): Promise<AcceptedRecipient> {
    return acceptRecipient(this.#deps, this.#owners, mailbox, declaredSize)
  }

  async deliver(mail: IncomingMail): Promise<readonly Placed[]> {
    const placed = await deliver(this.#deps, this.#delivery, mail)
    this.#intakes.add()
    return placed
  }

  /** Puts in a mail with a code and a link: for somebody who wants to see how it looks when mail comes. */
  async sendTestMail(principal: Principal, email: string): Promise<Placed> {
    const { address } = await this.openInbox(principal, email)
    const now = this.#deps.clock.now()
    const raw = sampleLetter(address, this.people.baseUrl, now)
    const recipient = await this.acceptRecipient(address, raw.length)
    const letter = { raw, head: raw, sizeBytes: raw.length, receivedAt: now, envelopeFrom: SAMPLE_SENDER }
    const [placed] = await this.deliver({ ...letter, tls: null, peer: null, recipients: [recipient] })
    return placed as Placed
  }

  /** Mails of the last minute. */
  get flow(): { readonly taken: number; readonly refused: number } {
    return { taken: this.#intakes.total, refused: this.#refused.total }
  }

  /** Null where this request is the one to be carried out; `key` is the client's name for it. */
  beginOnce({ account }: Principal, key: string, fingerprint: string): Promise<OnceRecord | null> {
    const at = this.#deps.clock.now()
    const times = { at, abandonedBefore: at - ONCE_RUNNING_MS, forgottenBefore: at - ONCE_KEPT_MS }
    return this.#deps.store.beginOnce({ accountId: account.id, key, fingerprint, ...times })
  }

  /** Null forgets the request, so that it can be made anew. */
  endOnce({ account }: Principal, key: string, answer: Uint8Array | null): Promise<void> {
    return this.#deps.store.endOnce(account.id, key, answer)
  }

  /** Remembers for whoever waits there that mail for these addresses was not taken. */
  noteRefusal(mailboxes: readonly string[], from: string, reason: string): void {
    this.#refused.add()
    for (const mailbox of mailboxes) {
      this.#noteFor(mailbox.toLowerCase(), from, reason).catch((error: unknown) =>
        this.#deps.onBackgroundError(error, 'note a refusal'),
      )
    }
  }

  async #noteFor(address: string, from: string, reason: string): Promise<void> {
    const inbox = await this.#deps.store.inboxByAddress(address)
    this.#refusals.note(address, inbox?.accountId ?? null, from, reason)
  }

  /** Rejects where the store does not answer. */
  ping(): Promise<void> {
    return this.#deps.store.ping()
  }

  /** Whether this node is the one to do this for all, for so long: it is asked again before that is over. */
  lead(task: string, forMs: number): Promise<boolean> {
    const at = this.#deps.clock.now()
    return this.#deps.store.takeLease({ name: task, holder: this.#node, at, until: at + forMs })
  }

  /** Lets another node do it. */
  follow(task: string): Promise<void> {
    return this.#deps.store.endLease(task, this.#node)
  }

  /** Writes down what was noted on the way: when keys and inboxes were last used. */
  flush(): Promise<void> {
    return this.#touches.flush()
  }

  async sweep(stopped: AbortSignal): Promise<{ messages: number; inboxes: number }> {
    // First: what a deleted account has left becomes work for the sweep of mail.
    await this.people.sweep(stopped)
    return sweep(this.#deps, stopped)
  }
}
