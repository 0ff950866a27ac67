import type { EventType, LogEvent } from '../../domain/event.ts'
import type { Database } from './database.ts'

/** On disk: never give one another meaning. */
const TYPES: readonly EventType[] = ['message.received', 'inbox.created']

export interface NewEvent {
  readonly accountNo: number
  readonly type: EventType
  readonly at: number
  readonly inboxNo: number
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
    'INSERT INTO event (account_no, seq, type, at, inbox_no, message_seq) VALUES (?, ?, ?, ?, ?, ?)',
    event.accountNo,
    seq,
    TYPES.indexOf(event.type),
    event.at,
    event.inboxNo,
    event.messageSeq,
  )
}

/** Of an inbox that is gone nobody needs to hear any more. */
export function listEvents(db: Database, accountId: string, after: number, limit: number): LogEvent[] {
  const rows = db.all<Omit<LogEvent, 'type'> & { type: number }>(
    `SELECT e.seq, e.type, e.at, i.id AS inboxId, i.address AS inbox, e.message_seq AS messageSeq
     FROM event e CROSS JOIN inbox i ON i.no = e.inbox_no AND i.account_no = e.account_no
     WHERE e.account_no = (SELECT no FROM account WHERE id = ?) AND e.seq > ? ORDER BY e.seq LIMIT ?`,
    accountId,
    after,
    limit,
  )
  return rows.map((row) => ({ ...row, type: TYPES[row.type] as EventType }))
}

export function lastEvent(db: Database, accountId: string): number {
  return db.get<{ seq: number }>('SELECT event_seq AS seq FROM account WHERE id = ?', accountId)?.seq ?? 0
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
