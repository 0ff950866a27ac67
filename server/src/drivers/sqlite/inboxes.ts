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
  readonly revision: number
  /** Null for an inbox. */
  readonly folder: string | null
}

const ROW = `no, id, account_no AS accountNo, message_count AS messageCount, last_seq AS lastSeq,
  last_message_at AS lastMessageAt, revision, folder`

const INBOX = `SELECT i.id, i.address, a.id AS accountId, i.label, i.created_at AS createdAt, i.expires_at AS expiresAt,
    i.last_message_at AS lastMessageAt, i.last_read_at AS lastReadAt, i.message_count AS messageCount,
    i.unread_count AS unreadCount, i.stored_bytes AS storedBytes, i.last_seq AS lastSeq, i.revision
  FROM inbox i LEFT JOIN account a ON a.no = i.account_no`

export function inboxByAddress(db: Database, address: string): Inbox | null {
  return db.get<Inbox>(`${INBOX} WHERE i.address = ?`, address) ?? null
}

export function inboxById(db: Database, id: string): Inbox | null {
  return db.get<Inbox>(`${INBOX} WHERE i.id = ? AND i.folder IS NULL`, id) ?? null
}

export function listInboxes(db: Database, accountId: string, after: InboxPlace | null, limit: number): Inbox[] {
  return db.all<Inbox>(
    `${INBOX} WHERE i.account_no = (SELECT no FROM account WHERE id = ?)
       AND (i.created_at, i.id) > (?, ?) AND i.folder IS NULL ORDER BY i.created_at, i.id LIMIT ?`,
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

/** With its folders. */
export function deleteInbox(db: Database, inboxId: string): boolean {
  return db.transaction(() => {
    if (!inboxById(db, inboxId)) return false
    detachFolders(db, inboxId)
    return detachInbox(db, inboxId)
  })
}

export function detachFolders(db: Database, inboxId: string): void {
  const folders = db.all<{ id: string }>(
    `SELECT f.id FROM inbox i JOIN inbox f ON f.account_no = i.account_no AND f.parent_no = i.no
     WHERE i.id = ? AND f.folder IS NOT NULL`,
    inboxId,
  )
  for (const { id } of folders) detachInbox(db, id)
  db.run(
    'DELETE FROM subscription WHERE (account_no, parent_no) = (SELECT account_no, no FROM inbox WHERE id = ?)',
    inboxId,
  )
}

/** An inbox or a folder loses its name and its owner here; the sweep takes it apart in small steps. */
export function detachInbox(db: Database, id: string): boolean {
  const inbox = db.get<{ no: number; accountNo: number; bytes: number; folder: string | null }>(
    'SELECT no, account_no AS accountNo, stored_bytes AS bytes, folder FROM inbox WHERE id = ? AND account_no IS NOT NULL',
    id,
  )
  if (!inbox) return false
  db.run(
    `UPDATE inbox SET address = 'gone:' || id, account_no = NULL, label = NULL, expires_at = 0, sweep_at = 0 WHERE no = ?`,
    inbox.no,
  )
  db.run(
    'UPDATE account SET inbox_count = inbox_count - ?, stored_bytes = stored_bytes - ? WHERE no = ?',
    inbox.folder === null ? 1 : 0,
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
    `INSERT INTO inbox (id, address, account_no, created_at, sweep_at, uid_validity) VALUES (?, ?, ?, ?, ?, ?)
     RETURNING ${ROW}`,
    newId('ibx'),
    address,
    accountNo,
    at,
    at,
    newUidValidity(db, at),
  ) as InboxRow
}

/** Rises with each mailbox that is made, so that none has that of an earlier one: RFC 3501 §2.3.1.1. */
function newUidValidity(db: Database, at: number): number {
  const update = 'UPDATE last_uid_validity SET value = max(value + 1, ?) RETURNING value'
  return (db.get<{ value: number }>(update, Math.floor(at / 1_000)) as { value: number }).value
}
