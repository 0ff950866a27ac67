import { workerData } from 'node:worker_threads'
import type { AuthResults } from '../../domain/auth-results.ts'
import type { CustomDomain } from '../../domain/custom-domain.ts'
import type { AddedDomain, CheckedDomain, DueChecks, NewDomain, RecordedCheck } from '../../domain/domain-store.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { FolderOwner, Mailbox } from '../../domain/mailbox.ts'
import type { MarksChange, MarksOutcome, Transfer, Transferred } from '../../domain/mailbox-store.ts'
import type { Rendition } from '../../domain/message.ts'
import type { AuditNote } from '../../domain/people-store.ts'
import type { PlanName } from '../../domain/plan.ts'
import type {
  Claim,
  Claimed,
  HeldBounds,
  InboxChange,
  Lease,
  NewAccount,
  NewKey,
  OnceAttempt,
  OnceRecord,
  SweepRules,
  Swept,
} from '../../domain/ports.ts'
import type { PauseReason, SigningSecrets, Webhook } from '../../domain/webhook.ts'
import type {
  AttemptResult,
  ClaimedDelivery,
  ClaimRules,
  NewWebhook,
  WebhookChange,
  WebhookStore,
} from '../../domain/webhook-store.ts'
import * as accounts from './accounts.ts'
import { append } from './append.ts'
import { dropBody, dropUnused, openStaged, stagePiece } from './bodies.ts'
import { certificateWriterOps } from './certificates.ts'
import { claim } from './claim.ts'
import { claimDue } from './claim-deliveries.ts'
import { Database } from './database.ts'
import { dropHeld, pingWebhook, redeliver, redeliverAll } from './deliveries.ts'
import { addDomain, askForCheck, claimDueDomains, recordCheck, removeDomain } from './domains.ts'
import { deleteInbox, updateInbox } from './inboxes.ts'
import { endAllLeases, endLease, takeLease } from './leases.ts'
import {
  createFolder,
  deleteFolder,
  firstRecent,
  renameFolder,
  saveStructure,
  subscribe,
  unsubscribe,
} from './mailboxes.ts'
import { markMessages } from './marks.ts'
import { claimMessage, deleteMessages, markSeen, saveAuth } from './messages.ts'
import { migrate } from './migrate.ts'
import { beginOnce, endOnce } from './once.ts'
import { explainOpenFailure } from './open-failure.ts'
import { peopleWriterOps } from './people/ops.ts'
import { type Paused, recordAttempts, releaseAllClaims, releaseClaims } from './record-attempts.ts'
import { saveRendition } from './renditions.ts'
import { serveOps } from './serve-ops.ts'
import { sweep } from './sweep.ts'
import { transferMessages } from './transfer.ts'
import { createWebhook, deleteWebhook, pauseWebhook, resumeWebhook, rotateSecrets, updateWebhook } from './webhooks.ts'
import { type PackedBatch, type PackedOutcome, packOutcome, unpackBatch } from './wire.ts'

export interface WriterData {
  readonly file: string
  readonly held: HeldBounds
  /** True for the one process that serves this folder: it clears up what a crash left. */
  readonly serving: boolean
}

/** The one thread that writes: SQLite has one writer anyway, and fsync never stops the main thread. */
const { file, held, serving } = workerData as WriterData
let db: Database

const ops = {
  open(): void {
    try {
      db = new Database(file, { readOnly: false })
      migrate(db)
    } catch (error) {
      throw explainOpenFailure(error, file)
    }
    if (!serving) return
    db.transaction(() => {
      dropUnused(db)
      releaseAllClaims(db)
      endAllLeases(db)
    })
  },
  append: (batch: PackedBatch): PackedOutcome[] => append(db, unpackBatch(batch), held).map(packOutcome),
  openStaged: (): number => openStaged(db),
  stagePiece: (bodyNo: number, n: number, piece: Uint8Array): void => stagePiece(db, bodyNo, n, piece),
  dropStaged: (bodyNo: number): void => db.transaction(() => dropBody(db, bodyNo)),
  saveRenditions(batch: readonly { inboxId: string; seq: number; rendition: Rendition }[]): void {
    db.transaction(() => {
      for (const { inboxId, seq, rendition } of batch) saveRendition(db, inboxId, seq, rendition)
    })
  },
  saveAuth: (inboxId: string, seq: number, auth: AuthResults): void => saveAuth(db, inboxId, seq, auth),
  claim: (wish: Claim): Claimed => claim(db, wish),
  updateInbox: (id: string, change: InboxChange): Inbox | null => updateInbox(db, id, change),
  deleteInbox: (id: string): boolean => deleteInbox(db, id),
  deleteMessages: (inboxId: string, seqs: readonly number[]): number => deleteMessages(db, inboxId, seqs),
  markSeen: (inboxId: string, seq: number, seen: boolean): boolean => markSeen(db, inboxId, seq, seen),
  claimMessage: (inboxId: string, seq: number, at: number): boolean => claimMessage(db, inboxId, seq, at),
  createAccount: (account: NewAccount): void => accounts.createAccount(db, account),
  setPlan: (accountId: string, plan: PlanName, webhookCap: number, note?: AuditNote): boolean =>
    accounts.setPlan(db, accountId, plan, webhookCap, note),
  createKey: (key: NewKey, note?: AuditNote): void => accounts.createKey(db, key, note),
  revokeKey: (keyId: string, at: number, note?: AuditNote): boolean => accounts.revokeKey(db, keyId, at, note),
  touch: (keys: ReadonlyMap<string, number>, inboxes: ReadonlyMap<string, number>): void =>
    accounts.touch(db, keys, inboxes),
  beginOnce: (attempt: OnceAttempt): OnceRecord | null => beginOnce(db, attempt),
  endOnce: (accountId: string, key: string, answer: Uint8Array | null): void => endOnce(db, accountId, key, answer),
  createWebhook: (wish: NewWebhook): void => createWebhook(db, wish),
  updateWebhook: (accountId: string, id: string, change: WebhookChange): Webhook | null =>
    updateWebhook(db, accountId, id, change),
  deleteWebhook: (accountId: string, id: string): boolean => deleteWebhook(db, accountId, id),
  rotateSecrets: (accountId: string, id: string, secrets: SigningSecrets): boolean =>
    rotateSecrets(db, accountId, id, secrets),
  pauseWebhook: (accountId: string, id: string, reason: PauseReason): Webhook | null =>
    pauseWebhook(db, accountId, id, reason),
  resumeWebhook: (accountId: string, id: string, now: number, cap: number): Webhook | null =>
    resumeWebhook(db, accountId, id, now, cap),
  dropHeld: (accountId: string, id: string, until: number, limit: number): number =>
    dropHeld(db, accountId, id, until, limit),
  pingWebhook: (accountId: string, id: string, data: string, now: number): number | null =>
    pingWebhook(db, accountId, id, data, now),
  redeliver: (accountId: string, webhookId: string, seq: number, now: number): boolean =>
    redeliver(db, accountId, webhookId, seq, now),
  redeliverAll: (...args: Parameters<WebhookStore['redeliverAll']>): { count: number; next: number | null } =>
    redeliverAll(db, ...args),
  claimDue: (rules: ClaimRules): ClaimedDelivery[] => claimDue(db, rules),
  recordAttempts: (results: readonly AttemptResult[], pauseAt: number): Paused[] =>
    recordAttempts(db, results, pauseAt),
  releaseClaims: (...args: Parameters<WebhookStore['release']>): void => releaseClaims(db, ...args),
  createFolder: (owner: FolderOwner, name: string, at: number, cap: number): Mailbox =>
    createFolder(db, owner, name, at, cap),
  renameFolder: (owner: FolderOwner, from: string, to: string): void => renameFolder(db, owner, from, to),
  deleteFolder: (owner: FolderOwner, name: string): boolean => deleteFolder(db, owner, name),
  takeRecent: (id: string, through: number): number => firstRecent(db, id, through, true),
  markMessages: (id: string, uids: readonly number[], change: MarksChange): MarksOutcome =>
    markMessages(db, id, uids, change),
  transferMessages: (wish: Transfer): Transferred => transferMessages(db, wish, held),
  saveStructure: (id: string, uid: number, structure: string): void => saveStructure(db, id, uid, structure),
  subscribe: (owner: FolderOwner, name: string, cap: number): void => subscribe(db, owner, name, cap),
  unsubscribe: (owner: FolderOwner, name: string): void => unsubscribe(db, owner, name),
  addDomain: (wish: NewDomain, note: AuditNote): AddedDomain => addDomain(db, wish, note),
  removeDomain: (accountId: string, name: string, note: AuditNote): boolean => removeDomain(db, accountId, name, note),
  askForCheck: (accountId: string, name: string, now: number, notAfter: number): number | null =>
    askForCheck(db, accountId, name, now, notAfter),
  claimDueDomains: (due: DueChecks): CustomDomain[] => claimDueDomains(db, due),
  recordCheck: (checked: CheckedDomain): RecordedCheck => recordCheck(db, checked),
  ...peopleWriterOps(() => db),
  ...certificateWriterOps(() => db),
  sweep: (rules: SweepRules): Swept => sweep(db, rules),
  takeLease: (lease: Lease): boolean => takeLease(db, lease),
  endLease: (name: string, holder: string): void => endLease(db, name, holder),
  ping: (): void => void db.get('SELECT 1'),
  /** Copies what is left of the log into the database, so that the log begins anew. */
  restartLog: (): void => void db.get('PRAGMA wal_checkpoint(RESTART)'),
  close(): void {
    db.get('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
  },
}

export type WriterOps = typeof ops

serveOps(ops)
