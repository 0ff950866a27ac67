import type { Account } from '../../domain/account.ts'
import type { ApiKey } from '../../domain/api-key.ts'
import type { AuthResults } from '../../domain/auth-results.ts'
import type { CertificateStore } from '../../domain/certificate-store.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { LogEvent } from '../../domain/event.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { MailboxStore } from '../../domain/mailbox-store.ts'
import type { MessageRow, MessageText, Rendition, StoredMessage } from '../../domain/message.ts'
import type { AuditNote, PeopleStore } from '../../domain/people-store.ts'
import type { PlanName } from '../../domain/plan.ts'
import type {
  AccountListing,
  AppendOutcome,
  Arrival,
  Claim,
  Claimed,
  HeldBounds,
  InboxChange,
  InboxPlace,
  KeyHolder,
  Lease,
  MessagePage,
  NewAccount,
  NewKey,
  OnceAttempt,
  OnceRecord,
  StagedBody,
  Store,
  SweepRules,
  Swept,
} from '../../domain/ports.ts'
import { MemoryCertificates } from './certificates.ts'
import { Directory } from './directory.ts'
import { MemoryDomains } from './domains.ts'
import { MemoryMailboxes } from './mailboxes.ts'
import { Mailroom } from './mailroom.ts'
import { MemoryPeople } from './people.ts'
import { MemoryWebhooks } from './webhooks.ts'

interface Contents {
  readonly directory: Directory
  readonly mailroom: Mailroom
  readonly staged: Map<string, Uint8Array>
  readonly once: Map<string, OnceRecord & { readonly at: number }>
  readonly leases: Map<string, Lease>
}

export function openMemoryStore(held: HeldBounds): Store {
  return new MemoryStore(held)
}

/** For tests, and to try the service without a trace: what it holds is gone when it is closed. */
class MemoryStore implements Store {
  readonly webhooks = new MemoryWebhooks()
  readonly mailboxes: MailboxStore
  readonly domains: MemoryDomains
  readonly people: PeopleStore
  readonly certificates: CertificateStore
  #contents: Contents | null
  #stagedCount = 0

  constructor(held: HeldBounds) {
    const directory = new Directory()
    const mailroom = new Mailroom(directory, held, this.webhooks)
    this.mailboxes = new MemoryMailboxes(directory, mailroom)
    this.#contents = { directory, mailroom, staged: new Map(), once: new Map(), leases: new Map() }
    this.domains = new MemoryDomains(() => this.#open.directory)
    this.people = new MemoryPeople(() => ({ ...this.#open, webhooks: this.webhooks, domains: this.domains }))
    this.certificates = new MemoryCertificates(() => void this.#open)
  }

  get #open(): Contents {
    if (!this.#contents) throw new DomainError('unavailable', 'The store is closed.')
    return this.#contents
  }

  async createAccount(account: NewAccount): Promise<void> {
    this.#open.directory.create(account)
  }

  async account(id: string): Promise<Account | null> {
    return this.#open.directory.account(id)
  }

  async accounts(after: string | null, limit: number): Promise<readonly AccountListing[]> {
    return this.#open.directory.list(after, limit)
  }

  async setPlan(accountId: string, plan: PlanName, webhookCap: number, note?: AuditNote): Promise<boolean> {
    const found = this.#open.directory.setPlan(accountId, plan, note)
    this.webhooks.pauseOverCap(accountId, webhookCap)
    return found
  }

  async createKey(key: NewKey, note?: AuditNote): Promise<void> {
    this.#open.directory.createKey(key, note)
  }

  async keyByHash(hash: Uint8Array): Promise<KeyHolder | null> {
    return this.#open.directory.keyByHash(hash)
  }

  async revokeKey(keyId: string, at: number, note?: AuditNote): Promise<boolean> {
    return this.#open.directory.revokeKey(keyId, at, note)
  }

  async keys(accountId: string): Promise<readonly ApiKey[]> {
    return this.#open.directory.keys(accountId)
  }

  async touch(keys: ReadonlyMap<string, number>, inboxes: ReadonlyMap<string, number>): Promise<void> {
    const { directory, mailroom } = this.#open
    for (const [id, at] of keys) directory.touchKey(id, at)
    for (const [id, at] of inboxes) mailroom.touch(id, at)
  }

  async inboxByAddress(address: string): Promise<Inbox | null> {
    return this.#open.mailroom.inbox(address)
  }

  async inboxById(id: string): Promise<Inbox | null> {
    return this.#open.mailroom.inboxById(id)
  }

  async inboxes(accountId: string, after: InboxPlace | null, limit: number): Promise<readonly Inbox[]> {
    return this.#open.mailroom.inboxes(accountId, after, limit)
  }

  async updateInbox(inboxId: string, change: InboxChange): Promise<Inbox | null> {
    return this.#open.mailroom.update(inboxId, change)
  }

  async deleteInbox(inboxId: string): Promise<boolean> {
    return this.#open.mailroom.delete(inboxId)
  }

  async claim(claim: Claim): Promise<Claimed> {
    return this.#open.mailroom.claim(claim)
  }

  async stage(pieces: AsyncIterable<Uint8Array>): Promise<StagedBody> {
    const { staged } = this.#open
    const kept: Uint8Array[] = []
    for await (const piece of pieces) kept.push(piece.slice())
    this.#stagedCount++
    const id = String(this.#stagedCount)
    staged.set(id, Buffer.concat(kept))
    return { staged: id }
  }

  async append(batch: readonly Arrival[]): Promise<readonly AppendOutcome[]> {
    const { mailroom } = this.#open
    // Every body is found before anything is placed, so that a batch that cannot be taken leaves no half of it.
    const bodies = batch.map(({ raw }) => this.#body(raw))
    return batch.map((arrival, i) => mailroom.append(arrival, bodies[i] as Uint8Array))
  }

  async messages(inboxId: string, page: MessagePage): Promise<readonly MessageRow[]> {
    const { before = Number.POSITIVE_INFINITY, after = 0, limit } = page
    const rows = this.#open.mailroom
      .messages(inboxId)
      .map(({ row: { tls: _tls, peer: _peer, auth: _auth, ...row } }) => row)
    return rows
      .filter(({ seq }) => seq > after && seq < before)
      .reverse()
      .slice(0, limit)
  }

  async message(inboxId: string, seq: number): Promise<StoredMessage | null> {
    return this.#open.mailroom.message(inboxId, seq)?.row ?? null
  }

  async deleteMessages(inboxId: string, seqs: readonly number[]): Promise<number> {
    return this.#open.mailroom.deleteMessages(inboxId, seqs)
  }

  async markSeen(inboxId: string, seq: number, seen: boolean): Promise<boolean> {
    return this.#open.mailroom.markSeen(inboxId, seq, seen)
  }

  async claimMessage(inboxId: string, seq: number, at: number): Promise<boolean> {
    return this.#open.mailroom.claimMessage(inboxId, seq, at)
  }

  async raw(inboxId: string, seq: number): Promise<Uint8Array | null> {
    return this.#open.mailroom.message(inboxId, seq)?.body.slice() ?? null
  }

  async texts(inboxId: string, seqs: readonly number[]): Promise<readonly (MessageText | null)[]> {
    const found = await this.renditions(inboxId, seqs)
    return found.map((rendition) => {
      if (!rendition) return null
      const { text, html, html_text } = rendition
      return { text, html, html_text }
    })
  }

  async renditions(inboxId: string, seqs: readonly number[]): Promise<readonly (Rendition | null)[]> {
    const { mailroom } = this.#open
    return seqs.map((seq) => mailroom.message(inboxId, seq)?.rendition ?? null)
  }

  async saveRendition(inboxId: string, seq: number, rendition: Rendition): Promise<void> {
    const message = this.#open.mailroom.message(inboxId, seq)
    if (message) message.rendition = rendition
  }

  async saveAuth(inboxId: string, seq: number, auth: AuthResults): Promise<void> {
    const message = this.#open.mailroom.message(inboxId, seq)
    if (message) message.row = { ...message.row, auth }
  }

  async lastEvent(accountId: string): Promise<number> {
    return this.#open.directory.lastEvent(accountId)
  }

  async events(accountId: string, after: number, limit: number): Promise<readonly LogEvent[]> {
    return this.#open.directory.events(accountId, after, limit)
  }

  async beginOnce(attempt: OnceAttempt): Promise<OnceRecord | null> {
    const { once } = this.#open
    const name = `${attempt.accountId} ${attempt.key}`
    const known = once.get(name)
    const abandoned = known && known.answer === null && known.at < attempt.abandonedBefore
    if (known && !abandoned && known.at >= attempt.forgottenBefore) {
      return { fingerprint: known.fingerprint, answer: known.answer }
    }
    once.set(name, { fingerprint: attempt.fingerprint, answer: null, at: attempt.at })
    return null
  }

  async endOnce(accountId: string, key: string, answer: Uint8Array | null): Promise<void> {
    const { once } = this.#open
    const name = `${accountId} ${key}`
    const known = once.get(name)
    if (answer === null) once.delete(name)
    else if (known) once.set(name, { ...known, answer: answer.slice() })
  }

  async sweep(rules: SweepRules): Promise<Swept> {
    const { directory, mailroom } = this.#open
    directory.sweepEvents(rules.now, rules.retentionMs)
    this.webhooks.sweep((accountId) => {
      const retentionMs = rules.retentionMs[directory.state(accountId).plan]
      return rules.now - Math.min(rules.deliveryLogMs, retentionMs)
    })
    return mailroom.sweep(rules)
  }

  async takeLease(lease: Lease): Promise<boolean> {
    const { leases } = this.#open
    const held = leases.get(lease.name)
    if (held && held.holder !== lease.holder && held.until > lease.at) return false
    leases.set(lease.name, lease)
    return true
  }

  async endLease(name: string, holder: string): Promise<void> {
    const { leases } = this.#open
    if (leases.get(name)?.holder === holder) leases.delete(name)
  }

  async ping(): Promise<void> {
    this.#open
  }

  async backup(): Promise<void> {
    throw new DomainError('unavailable', 'The memory store cannot be backed up.')
  }

  async close(): Promise<void> {
    this.#contents = null
  }

  /** A copy of its own: the caller's buffer may be reused. */
  #body(raw: Uint8Array | StagedBody): Uint8Array {
    if (raw instanceof Uint8Array) return Uint8Array.from(raw)
    const { staged } = this.#open
    const body = staged.get(raw.staged)
    if (!body) throw new Error(`No body is staged as ${raw.staged}.`)
    staged.delete(raw.staged)
    return body
  }
}
