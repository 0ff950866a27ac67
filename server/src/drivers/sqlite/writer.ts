import { workerData } from 'node:worker_threads'
import type { Inbox } from '../../domain/inbox.ts'
import type { Rendition } from '../../domain/message.ts'
import type { AuditNote } from '../../domain/people-store.ts'
import type { PlanName } from '../../domain/plan.ts'
import type {
  Claim,
  Claimed,
  HeldBounds,
  InboxChange,
  NewAccount,
  NewKey,
  OnceAttempt,
  OnceRecord,
  SweepRules,
  Swept,
} from '../../domain/ports.ts'
import * as accounts from './accounts.ts'
import { append } from './append.ts'
import { dropBody, dropUnused, openStaged, stagePiece } from './bodies.ts'
import { claim } from './claim.ts'
import { Database } from './database.ts'
import { deleteInbox, updateInbox } from './inboxes.ts'
import { claimMessage, deleteMessages, markSeen } from './messages.ts'
import { migrate } from './migrate.ts'
import { beginOnce, endOnce } from './once.ts'
import { explainOpenFailure } from './open-failure.ts'
import { peopleWriterOps } from './people/ops.ts'
import { saveRendition } from './renditions.ts'
import { serveOps } from './serve-ops.ts'
import { sweep } from './sweep.ts'
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
    if (serving) db.transaction(() => dropUnused(db))
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
  claim: (wish: Claim): Claimed => claim(db, wish),
  updateInbox: (id: string, change: InboxChange): Inbox | null => updateInbox(db, id, change),
  deleteInbox: (id: string): boolean => deleteInbox(db, id),
  deleteMessages: (inboxId: string, seqs: readonly number[]): number => deleteMessages(db, inboxId, seqs),
  markSeen: (inboxId: string, seq: number, seen: boolean): boolean => markSeen(db, inboxId, seq, seen),
  claimMessage: (inboxId: string, seq: number, at: number): boolean => claimMessage(db, inboxId, seq, at),
  createAccount: (account: NewAccount): void => accounts.createAccount(db, account),
  setPlan: (accountId: string, plan: PlanName, note?: AuditNote): boolean =>
    accounts.setPlan(db, accountId, plan, note),
  createKey: (key: NewKey, note?: AuditNote): void => accounts.createKey(db, key, note),
  revokeKey: (keyId: string, at: number, note?: AuditNote): boolean => accounts.revokeKey(db, keyId, at, note),
  touch: (keys: ReadonlyMap<string, number>, inboxes: ReadonlyMap<string, number>): void =>
    accounts.touch(db, keys, inboxes),
  beginOnce: (attempt: OnceAttempt): OnceRecord | null => beginOnce(db, attempt),
  endOnce: (accountId: string, key: string, answer: Uint8Array | null): void => endOnce(db, accountId, key, answer),
  ...peopleWriterOps(() => db),
  sweep: (rules: SweepRules): Swept => sweep(db, rules),
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
