import type { EventType, LogEvent } from '../../domain/event.ts'
import type { Database } from './database.ts'

export interface NewEvent {
  readonly accountNo: number
  readonly type: EventType
  readonly at: number
  readonly inboxId: string
  readonly inbox: string
  readonly messageSeq: number | null
}

/** The seq comes from the account's row inside the transaction, so it rises in the order of commits. */
export function emit(db: Database, event: NewEvent): void {
  const { seq } = db.get<{ seq: number }>(
    'UPDATE account SET event_seq = event_seq + 1 WHERE no = ? RETURNING event_seq AS seq',
    event.accountNo,
  ) as { seq: number }
  insertEvent(db, seq, event)
}

export function insertEvent(db: Database, seq: number, event: NewEvent): void {
  db.run(
    'INSERT INTO event (account_no, seq, type, at, inbox_id, inbox, message_seq) VALUES (?, ?, ?, ?, ?, ?, ?)',
    event.accountNo,
    seq,
    event.type,
    event.at,
    event.inboxId,
    event.inbox,
    event.messageSeq,
  )
}

export function listEvents(db: Database, accountId: string, after: number, limit: number): LogEvent[] {
  return db.all<LogEvent>(
    `SELECT seq, type, at, inbox_id AS inboxId, inbox, message_seq AS messageSeq FROM event
     WHERE account_no = (SELECT no FROM account WHERE id = ?) AND seq > ? ORDER BY seq LIMIT ?`,
    accountId,
    after,
    limit,
  )
}

/** Looks at the oldest `limit` alone: events rise in time with their seq, so no cost grows with the log. */
export function dropEvents(db: Database, accountNo: number, until: number, limit: number): void {
  db.run(
    `DELETE FROM event WHERE account_no = ?1 AND seq IN (
       SELECT seq FROM (SELECT seq, at FROM event WHERE account_no = ?1 ORDER BY seq LIMIT ?3) WHERE at <= ?2)`,
    accountNo,
    until,
    limit,
  )
}
