import { newId } from '../../domain/ids.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { Database } from './database.ts'

/** What the store itself needs to know of an inbox while it changes it. */
export interface InboxRow {
  readonly no: number
  readonly id: string
  readonly accountNo: number | null
  readonly messageCount: number
  readonly lastSeq: number
  readonly lastMessageAt: number | null
}

const ROW = `no, id, account_no AS accountNo, message_count AS messageCount, last_seq AS lastSeq,
  last_message_at AS lastMessageAt`

export function inboxByAddress(db: Database, address: string): Inbox | null {
  const inbox = db.get<Inbox>(
    `SELECT i.id, i.address, a.id AS accountId, i.label, i.created_at AS createdAt, i.last_message_at AS lastMessageAt,
       i.last_read_at AS lastReadAt, i.message_count AS messageCount, i.stored_bytes AS storedBytes,
       i.last_seq AS lastSeq, i.revision
     FROM inbox i LEFT JOIN account a ON a.no = i.account_no WHERE i.address = ?`,
    address,
  )
  return inbox ?? null
}

export function inboxRow(db: Database, address: string): InboxRow | undefined {
  return db.get<InboxRow>(`SELECT ${ROW} FROM inbox WHERE address = ?`, address)
}

/** `sweep_at` is never later than the moment when something here expires; the sweep finds the exact one. */
export function insertInbox(db: Database, address: string, accountNo: number | null, at: number): InboxRow {
  return db.get<InboxRow>(
    `INSERT INTO inbox (id, address, account_no, created_at, sweep_at) VALUES (?, ?, ?, ?, ?) RETURNING ${ROW}`,
    newId('ibx'),
    address,
    accountNo,
    at,
    at,
  ) as InboxRow
}
