import { randomUUID } from 'node:crypto'
import type { Account } from '../../domain/account.ts'
import type { ApiKey } from '../../domain/api-key.ts'
import type { AuthResults } from '../../domain/auth-results.ts'
import type { CertificateStore } from '../../domain/certificate-store.ts'
import type { DomainStore } from '../../domain/domain-store.ts'
import type { LogEvent } from '../../domain/event.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { MailboxStore } from '../../domain/mailbox-store.ts'
import type { MessageRow, MessageText, Rendition, StoredMessage } from '../../domain/message.ts'
import type { AuditNote, PeopleStore } from '../../domain/people-store.ts'
import type { PlanName } from '../../domain/plan.ts'
import type * as ports from '../../domain/ports.ts'
import { StoreUnusable } from '../../domain/store-unusable.ts'
import type { WebhookStore } from '../../domain/webhook-store.ts'
import * as accounts from './accounts.ts'
import { append } from './append.ts'
import { dropStaged, readRaw, stagePiece } from './bodies.ts'
import { PostgresCertificateStore } from './certificate-store.ts'
import * as changes from './change-messages.ts'
import { claim } from './claim.ts'
import { Database, type Timeouts } from './database.ts'
import { PostgresDomainStore } from './domain-store.ts'
import { lastEvent, listEvents } from './events.ts'
import * as inboxes from './inboxes.ts'
import type { Keeping } from './keeping.ts'
import { endLease, takeLease } from './leases.ts'
import { LiveReader } from './live-reader.ts'
import { PostgresMailboxStore } from './mailbox-store.ts'
import * as messages from './messages.ts'
import { migrate } from './migrate.ts'
import { beginOnce, endOnce } from './once.ts'
import { explainOpenFailure, requireUsable } from './open-failure.ts'
import { Partitions } from './partitions.ts'
import { PostgresPeopleStore } from './people-store.ts'
import * as renditions from './renditions.ts'
import { sweep } from './sweep.ts'
import { PostgresWebhookStore } from './webhook-store.ts'

export interface PostgresOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string
  readonly held: ports.HeldBounds
  /** For how long each plan keeps mail: what the sweep says holds, and this is where mail is put in the light of it. */
  readonly retentionMs: Readonly<Record<PlanName, number>>
  readonly connections?: number
  readonly timeouts?: Timeouts
}

const CONNECTIONS = 10
const TIMEOUTS: Timeouts = { connect: 5_000, statement: 10_000, lock: 5_000, answer: 15_000 }
const PIECE_BYTES = 1024 * 1024

export async function openPostgresStore(options: PostgresOptions): Promise<ports.Store> {
  const { url, held, retentionMs, connections = CONNECTIONS, timeouts = TIMEOUTS } = options
  let db: Database | null = null
  try {
    db = new Database({ url, connections, timeouts })
    await requireUsable(db)
    await migrate(db)
    return new PostgresStore(db, { held, retentionMs, partitions: new Partitions(db) })
  } catch (error) {
    await db?.close()
    throw explainOpenFailure(error, url)
  }
}

class PostgresStore implements ports.Store {
  readonly webhooks: WebhookStore
  readonly mailboxes: MailboxStore
  readonly domains: DomainStore
  readonly people: PeopleStore
  readonly certificates: CertificateStore
  readonly #db: Database
  readonly #reader: LiveReader
  readonly #keeping: Keeping
  #closing: Promise<void> | null = null

  constructor(db: Database, keeping: Keeping) {
    this.#db = db
    this.#reader = new LiveReader(db)
    this.#keeping = keeping
    this.webhooks = new PostgresWebhookStore(db)
    this.mailboxes = new PostgresMailboxStore(db, this.#reader, keeping)
    this.domains = new PostgresDomainStore(db)
    this.people = new PostgresPeopleStore(db)
    this.certificates = new PostgresCertificateStore(db)
  }

  createAccount(account: ports.NewAccount): Promise<void> {
    return accounts.createAccount(this.#db, account)
  }

  account(id: string): Promise<Account | null> {
    return accounts.getAccount(this.#db, id)
  }

  accounts(after: string | null, limit: number): Promise<readonly ports.AccountListing[]> {
    return accounts.listAccounts(this.#db, after, limit)
  }

  setPlan(accountId: string, plan: PlanName, webhookCap: number, note?: AuditNote): Promise<boolean> {
    return accounts.setPlan(this.#db, accountId, plan, webhookCap, note)
  }

  createKey(key: ports.NewKey, note?: AuditNote): Promise<void> {
    return accounts.createKey(this.#db, key, note)
  }

  keyByHash(hash: Uint8Array): Promise<ports.KeyHolder | null> {
    return accounts.keyByHash(this.#db, hash)
  }

  revokeKey(keyId: string, at: number, note?: AuditNote): Promise<boolean> {
    return accounts.revokeKey(this.#db, keyId, at, note)
  }

  touch(keys: ReadonlyMap<string, number>, used: ReadonlyMap<string, number>): Promise<void> {
    return accounts.touch(this.#db, keys, used)
  }

  keys(accountId: string): Promise<readonly ApiKey[]> {
    return accounts.listKeys(this.#db, accountId)
  }

  inboxByAddress(address: string): Promise<Inbox | null> {
    return inboxes.inboxByAddress(this.#db, address)
  }

  inboxById(id: string): Promise<Inbox | null> {
    return inboxes.inboxById(this.#db, id)
  }

  inboxes(accountId: string, after: ports.InboxPlace | null, limit: number): Promise<readonly Inbox[]> {
    return inboxes.listInboxes(this.#db, accountId, after, limit)
  }

  updateInbox(inboxId: string, change: ports.InboxChange): Promise<Inbox | null> {
    return inboxes.updateInbox(this.#db, inboxId, change)
  }

  deleteInbox(inboxId: string): Promise<boolean> {
    return inboxes.deleteInbox(this.#db, inboxId)
  }

  claim(wish: ports.Claim): Promise<ports.Claimed> {
    return claim(this.#db, wish)
  }

  async stage(pieces: AsyncIterable<Uint8Array>): Promise<ports.StagedBody> {
    const id = randomUUID()
    let n = 0
    try {
      for await (const piece of pieces) {
        for (let at = 0; at < piece.byteLength; at += PIECE_BYTES) {
          await stagePiece(this.#db, id, n++, piece.subarray(at, at + PIECE_BYTES))
        }
      }
      // A source without a byte has a piece, too: so one without a piece is one that is gone.
      if (n === 0) await stagePiece(this.#db, id, n, new Uint8Array())
      return { staged: id }
    } catch (error) {
      // Should this fail too, the sweep finds it.
      await dropStaged(this.#db, [id]).catch(() => undefined)
      throw error
    }
  }

  append(batch: readonly ports.Arrival[]): Promise<readonly ports.AppendOutcome[]> {
    return append(this.#db, this.#keeping, batch)
  }

  messages(inboxId: string, page: ports.MessagePage): Promise<readonly MessageRow[]> {
    return messages.listMessages(this.#reader, inboxId, page)
  }

  message(inboxId: string, seq: number): Promise<StoredMessage | null> {
    return messages.getMessage(this.#reader, inboxId, seq)
  }

  deleteMessages(inboxId: string, seqs: readonly number[]): Promise<number> {
    return changes.deleteMessages(this.#db, inboxId, seqs)
  }

  markSeen(inboxId: string, seq: number, seen: boolean): Promise<boolean> {
    return changes.markSeen(this.#db, inboxId, seq, seen)
  }

  claimMessage(inboxId: string, seq: number, at: number): Promise<boolean> {
    return changes.claimMessage(this.#db, inboxId, seq, at)
  }

  raw(inboxId: string, seq: number): Promise<Uint8Array | null> {
    return readRaw(this.#reader, inboxId, seq)
  }

  texts(inboxId: string, seqs: readonly number[]): Promise<readonly (MessageText | null)[]> {
    return renditions.readTexts(this.#reader, inboxId, seqs)
  }

  renditions(inboxId: string, seqs: readonly number[]): Promise<readonly (Rendition | null)[]> {
    return renditions.readRenditions(this.#reader, inboxId, seqs)
  }

  saveRendition(inboxId: string, seq: number, rendition: Rendition): Promise<void> {
    return renditions.saveRendition(this.#db, inboxId, seq, rendition)
  }

  saveAuth(inboxId: string, seq: number, auth: AuthResults): Promise<void> {
    return changes.saveAuth(this.#db, inboxId, seq, auth)
  }

  lastEvent(accountId: string): Promise<number> {
    return lastEvent(this.#db, accountId)
  }

  events(accountId: string, after: number, limit: number): Promise<readonly LogEvent[]> {
    return listEvents(this.#db, accountId, after, limit)
  }

  beginOnce(attempt: ports.OnceAttempt): Promise<ports.OnceRecord | null> {
    return beginOnce(this.#db, attempt)
  }

  endOnce(accountId: string, key: string, answer: Uint8Array | null): Promise<void> {
    return endOnce(this.#db, accountId, key, answer)
  }

  sweep(rules: ports.SweepRules): Promise<ports.Swept> {
    return sweep(this.#db, this.#keeping, rules)
  }

  takeLease(lease: ports.Lease): Promise<boolean> {
    return takeLease(this.#db, lease)
  }

  endLease(name: string, holder: string): Promise<void> {
    return endLease(this.#db, name, holder)
  }

  async ping(): Promise<void> {
    await this.#db.get('SELECT 1')
  }

  /** The engine has its own tools for it, which also know of other databases, of logs and of points in time. */
  async backup(): Promise<void> {
    throw new StoreUnusable(
      'A PostgreSQL database is backed up with its own tools: run pg_dump --format=custom with MAYFLY_DATABASE_URL, or archive its log for recovery to any moment.',
    )
  }

  close(): Promise<void> {
    this.#closing ??= this.#db.close()
    return this.#closing
  }
}
