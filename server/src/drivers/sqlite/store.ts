import { join } from 'node:path'
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
import type { WebhookStore } from '../../domain/webhook-store.ts'
import { getAccount, keyByHash } from './accounts.ts'
import type { CaretakerOps } from './caretaker.ts'
import { SqliteCertificateStore } from './certificate-store.ts'
import { Database } from './database.ts'
import { SqliteDomainStore } from './domain-store.ts'
import { lastEvent } from './events.ts'
import { FolderLock } from './folder-lock.ts'
import { inboxByAddress, inboxById } from './inboxes.ts'
import { SqliteMailboxStore } from './mailbox-store.ts'
import { getMessage, listMessages } from './messages.ts'
import { explainOpenFailure } from './open-failure.ts'
import { SqlitePeopleStore } from './people-store.ts'
import type { ReaderOps } from './reader.ts'
import { RenditionQueue } from './rendition-queue.ts'
import { SqliteWebhookStore } from './webhook-store.ts'
import { packBatch, unpackOutcome } from './wire.ts'
import { WorkerLink } from './worker-link.ts'
import type { WriterData, WriterOps } from './writer.ts'

export interface SqliteOptions {
  /** A folder that is there already. */
  readonly dataDir: string
  readonly held: ports.HeldBounds
  /** One server at a time has the folder; tools may work beside it. */
  readonly role: 'server' | 'tool'
}

const FEW_ROWS = 10
const PIECE_BYTES = 1024 * 1024
/** After so much new mail the log is copied into the database. */
const CHECKPOINT_BYTES = 4 * 1024 * 1024
/** A log longer than this is begun anew even if writers have to wait for it a moment. */
const MAX_LOG_PAGES = 16_384

export async function openSqliteStore(options: SqliteOptions): Promise<ports.Store> {
  const file = join(options.dataDir, 'mayfly.db')
  let lock: FolderLock | null = null
  try {
    lock = options.role === 'server' ? new FolderLock(join(options.dataDir, 'mayfly.lock')) : null
  } catch (error) {
    throw explainOpenFailure(error, options.dataDir)
  }
  const data: WriterData = { file, held: options.held, serving: options.role === 'server' }
  const writer = new WorkerLink<WriterOps>(new URL('./writer.ts', import.meta.url), data)
  const reader = new WorkerLink<ReaderOps>(new URL('./reader.ts', import.meta.url), file)
  try {
    await writer.call('open', [])
    await reader.call('open', [])
    return new SqliteStore(file, lock, writer, reader)
  } catch (error) {
    await Promise.all([writer.close(), reader.close()])
    lock?.release()
    throw error
  }
}

class SqliteStore implements ports.Store {
  readonly webhooks: WebhookStore
  readonly mailboxes: MailboxStore
  readonly domains: DomainStore
  readonly people: PeopleStore
  readonly certificates: CertificateStore
  readonly #file: string
  readonly #lock: FolderLock | null
  readonly #writer: WorkerLink<WriterOps>
  readonly #reader: WorkerLink<ReaderOps>
  readonly #renditions: RenditionQueue
  /** For look-ups of one row by its key, which take less time than asking another thread for them. */
  readonly #points: Database
  #caretaker: Promise<WorkerLink<CaretakerOps>> | null = null
  #sinceCheckpoint = 0
  #closing: Promise<void> | null = null

  constructor(file: string, lock: FolderLock | null, writer: WorkerLink<WriterOps>, reader: WorkerLink<ReaderOps>) {
    this.#file = file
    this.#lock = lock
    this.#writer = writer
    this.#reader = reader
    this.#renditions = new RenditionQueue((batch) => writer.call('saveRenditions', [batch]))
    this.#points = new Database(file, { readOnly: true })
    this.webhooks = new SqliteWebhookStore(writer, reader, this.#points)
    this.mailboxes = new SqliteMailboxStore(writer, reader, this.#points)
    this.domains = new SqliteDomainStore(writer, reader, this.#points)
    this.people = new SqlitePeopleStore(writer, reader, this.#points)
    this.certificates = new SqliteCertificateStore(writer, this.#points)
  }

  createAccount(account: ports.NewAccount): Promise<void> {
    return this.#writer.call('createAccount', [account])
  }

  async account(id: string): Promise<Account | null> {
    return getAccount(this.#points, id)
  }

  accounts(after: string | null, limit: number): Promise<readonly ports.AccountListing[]> {
    return this.#reader.call('accounts', [after, limit])
  }

  setPlan(accountId: string, plan: PlanName, webhookCap: number, note?: AuditNote): Promise<boolean> {
    return this.#writer.call('setPlan', [accountId, plan, webhookCap, note])
  }

  createKey(key: ports.NewKey, note?: AuditNote): Promise<void> {
    return this.#writer.call('createKey', [key, note])
  }

  async keyByHash(hash: Uint8Array): Promise<ports.KeyHolder | null> {
    return keyByHash(this.#points, hash)
  }

  revokeKey(keyId: string, at: number, note?: AuditNote): Promise<boolean> {
    return this.#writer.call('revokeKey', [keyId, at, note])
  }

  touch(keys: ReadonlyMap<string, number>, inboxes: ReadonlyMap<string, number>): Promise<void> {
    return this.#writer.call('touch', [keys, inboxes])
  }

  async inboxByAddress(address: string): Promise<Inbox | null> {
    return inboxByAddress(this.#points, address)
  }

  keys(accountId: string): Promise<readonly ApiKey[]> {
    return this.#reader.call('keys', [accountId])
  }

  async inboxById(id: string): Promise<Inbox | null> {
    return inboxById(this.#points, id)
  }

  inboxes(accountId: string, after: ports.InboxPlace | null, limit: number): Promise<readonly Inbox[]> {
    return this.#reader.call('inboxes', [accountId, after, limit])
  }

  updateInbox(inboxId: string, change: ports.InboxChange): Promise<Inbox | null> {
    return this.#writer.call('updateInbox', [inboxId, change])
  }

  deleteInbox(inboxId: string): Promise<boolean> {
    return this.#writer.call('deleteInbox', [inboxId])
  }

  claim(claim: ports.Claim): Promise<ports.Claimed> {
    return this.#writer.call('claim', [claim])
  }

  async stage(pieces: AsyncIterable<Uint8Array>): Promise<ports.StagedBody> {
    const bodyNo = await this.#writer.call('openStaged', [])
    try {
      let n = 0
      for await (const piece of pieces) {
        for (let at = 0; at < piece.byteLength; at += PIECE_BYTES) {
          await this.#writer.call('stagePiece', [bodyNo, n++, piece.subarray(at, at + PIECE_BYTES)])
        }
        this.#countWritten(piece.byteLength)
      }
      return { staged: String(bodyNo) }
    } catch (error) {
      await this.#writer.call('dropStaged', [bodyNo])
      throw error
    }
  }

  async append(batch: readonly ports.Arrival[]): Promise<readonly ports.AppendOutcome[]> {
    const packed = packBatch(batch)
    const bytes = packed.bytes.byteLength
    const outcomes = await this.#writer.call('append', [packed], [packed.bytes.buffer])
    this.#countWritten(bytes)
    return outcomes.map(unpackOutcome)
  }

  async messages(inboxId: string, page: ports.MessagePage): Promise<readonly MessageRow[]> {
    // Few rows, as whoever follows an inbox reads them, take less time than asking another thread for them.
    if (page.limit <= FEW_ROWS || page.after !== undefined) return listMessages(this.#points, inboxId, page)
    return this.#reader.call('messages', [inboxId, page])
  }

  async message(inboxId: string, seq: number): Promise<StoredMessage | null> {
    return getMessage(this.#points, inboxId, seq)
  }

  deleteMessages(inboxId: string, seqs: readonly number[]): Promise<number> {
    return this.#writer.call('deleteMessages', [inboxId, seqs])
  }

  markSeen(inboxId: string, seq: number, seen: boolean): Promise<boolean> {
    return this.#writer.call('markSeen', [inboxId, seq, seen])
  }

  claimMessage(inboxId: string, seq: number, at: number): Promise<boolean> {
    return this.#writer.call('claimMessage', [inboxId, seq, at])
  }

  raw(inboxId: string, seq: number): Promise<Uint8Array | null> {
    return this.#reader.call('raw', [inboxId, seq])
  }

  texts(inboxId: string, seqs: readonly number[]): Promise<readonly (MessageText | null)[]> {
    return this.#reader.call('texts', [inboxId, seqs])
  }

  renditions(inboxId: string, seqs: readonly number[]): Promise<readonly (Rendition | null)[]> {
    return this.#reader.call('renditions', [inboxId, seqs])
  }

  saveRendition(inboxId: string, seq: number, rendition: Rendition): Promise<void> {
    return this.#renditions.save({ inboxId, seq, rendition })
  }

  saveAuth(inboxId: string, seq: number, auth: AuthResults): Promise<void> {
    return this.#writer.call('saveAuth', [inboxId, seq, auth])
  }

  async lastEvent(accountId: string): Promise<number> {
    return lastEvent(this.#points, accountId)
  }

  events(accountId: string, after: number, limit: number): Promise<readonly LogEvent[]> {
    return this.#reader.call('events', [accountId, after, limit])
  }

  beginOnce(attempt: ports.OnceAttempt): Promise<ports.OnceRecord | null> {
    return this.#writer.call('beginOnce', [attempt])
  }

  endOnce(accountId: string, key: string, answer: Uint8Array | null): Promise<void> {
    return this.#writer.call('endOnce', [accountId, key, answer])
  }

  sweep(rules: ports.SweepRules): Promise<ports.Swept> {
    return this.#writer.call('sweep', [rules])
  }

  takeLease(lease: ports.Lease): Promise<boolean> {
    return this.#writer.call('takeLease', [lease])
  }

  endLease(name: string, holder: string): Promise<void> {
    return this.#writer.call('endLease', [name, holder])
  }

  ping(): Promise<void> {
    return this.#writer.call('ping', [])
  }

  async backup(file: string): Promise<void> {
    await (await this.#openCaretaker()).call('backup', [file])
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const caretaker = await this.#caretaker
    await caretaker?.call('close', [])
    await this.#reader.call('close', [])
    this.#points.close()
    await this.#writer.call('close', [])
    await Promise.all([caretaker?.close(), this.#reader.close(), this.#writer.close()])
    this.#lock?.release()
  }

  #countWritten(bytes: number): void {
    this.#sinceCheckpoint += bytes
    if (this.#sinceCheckpoint < CHECKPOINT_BYTES || this.#closing) return
    this.#sinceCheckpoint = Number.NEGATIVE_INFINITY
    // One that fails, on a full disk for instance, is tried again after as much mail: until then the log grows.
    this.#checkpoint()
      .catch(() => undefined)
      .finally(() => {
        this.#sinceCheckpoint = 0
      })
  }

  async #checkpoint(): Promise<void> {
    const logPages = await (await this.#openCaretaker()).call('checkpoint', [])
    if (logPages > MAX_LOG_PAGES && !this.#closing) await this.#writer.call('restartLog', [])
  }

  #openCaretaker(): Promise<WorkerLink<CaretakerOps>> {
    this.#caretaker ??= (async () => {
      const link = new WorkerLink<CaretakerOps>(new URL('./caretaker.ts', import.meta.url), this.#file)
      await link.call('open', [])
      return link
    })()
    return this.#caretaker
  }
}
