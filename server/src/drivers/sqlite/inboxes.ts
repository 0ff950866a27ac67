import { newId } from '../../domain/ids.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { InboxChange, InboxPlace } from '../../domain/ports.ts'
import type { Database } from './database.ts'
import { addHeldBytes } from './held-total.ts'

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

const INBOX = `SELECT i.id, i.address, a.id AS accountId, i.label, i.created_at AS createdAt, i.expires_at AS expiresAt,
    i.last_message_at AS lastMessageAt, i.last_read_at AS lastReadAt, i.message_count AS messageCount,
    i.unread_count AS unreadCount, i.stored_bytes AS storedBytes, i.last_seq AS lastSeq, i.revision
  FROM inbox i LEFT JOIN account a ON a.no = i.account_no`

export function inboxByAddress(db: Database, address: string): Inbox | null {
  return db.get<Inbox>(`${INBOX} WHERE i.address = ?`, address) ?? null
}

export function inboxById(db: Database, id: string): Inbox | null {
  return db.get<Inbox>(`${INBOX} WHERE i.id = ?`, id) ?? null
}

export function listInboxes(db: Database, accountId: string, after: InboxPlace | null, limit: number): Inbox[] {
  return db.all<Inbox>(
    `${INBOX} WHERE i.account_no = (SELECT no FROM account WHERE id = ?)
       AND (i.created_at, i.id) > (?, ?) ORDER BY i.created_at, i.id LIMIT ?`,
    accountId,
    after?.createdAt ?? -1,
    after?.id ?? '',
    limit,
  )
}

/** What has an end of its own has to be looked at by then. */
export function updateInbox(db: Database, inboxId: string, { label, expiresAt }: InboxChange): Inbox | null {
  return db.transaction(() => {
    if (label !== undefined) db.run('UPDATE inbox SET label = ? WHERE id = ?', label, inboxId)
    if (expiresAt !== undefined) {
      const update = 'UPDATE inbox SET expires_at = ?1, sweep_at = min(sweep_at, coalesce(?1, sweep_at)) WHERE id = ?2'
      db.run(update, expiresAt, inboxId)
    }
    return inboxById(db, inboxId)
  })
}

/** It loses its name and its owner here; the sweep takes it apart in small steps. */
export function deleteInbox(db: Database, inboxId: string): boolean {
  return db.transaction(() => releaseInbox(db, inboxId))
}

export function releaseInbox(db: Database, inboxId: string): boolean {
  const inbox = db.get<{ no: number; accountNo: number; bytes: number }>(
    'SELECT no, account_no AS accountNo, stored_bytes AS bytes FROM inbox WHERE id = ? AND account_no IS NOT NULL',
    inboxId,
  )
  if (!inbox) return false
  db.run(
    `UPDATE inbox SET address = 'gone:' || id, account_no = NULL, label = NULL, expires_at = 0, sweep_at = 0 WHERE no = ?`,
    inbox.no,
  )
  db.run(
    'UPDATE account SET inbox_count = inbox_count - 1, stored_bytes = stored_bytes - ? WHERE no = ?',
    inbox.bytes,
    inbox.accountNo,
  )
  addHeldBytes(db, inbox.bytes)
  return true
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
