import type { EventType, LogEvent } from '../../domain/event.ts'
import type { Queries } from './database.ts'

/** On disk: never give one another meaning. */
const TYPES: readonly EventType[] = ['message.received', 'inbox.created']

export interface NewEvent {
  readonly accountId: string
  /** From the account's row, which is locked until the transaction ends: so it rises in the order of commits. */
  readonly seq: number
  readonly type: EventType
  readonly at: number
  readonly inboxId: string
  readonly messageSeq: number | null
}

export async function insertEvents(tx: Queries, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.run(
    `INSERT INTO event (account_id, seq, type, at, inbox_id, message_seq)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::smallint[], $4::bigint[], $5::text[], $6::bigint[])`,
    events.map(({ accountId }) => accountId),
    events.map(({ seq }) => seq),
    events.map(({ type }) => TYPES.indexOf(type)),
    events.map(({ at }) => at),
    events.map(({ inboxId }) => inboxId),
    events.map(({ messageSeq }) => messageSeq),
  )
}

type Row = Omit<LogEvent, 'type' | 'inbox'> & { readonly type: number }

/** Of an inbox that is gone nobody needs to hear any more: a page of such is followed by the next. */
export async function listEvents(db: Queries, accountId: string, after: number, limit: number): Promise<LogEvent[]> {
  const events: LogEvent[] = []
  for (let last = after; ; ) {
    const rows = await db.all<Row>(
      `SELECT seq, type, at, inbox_id, message_seq FROM event WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
      accountId,
      last,
      limit,
    )
    const addresses = rows.length === 0 ? new Map() : await addressesOf(db, accountId, rows)
    for (const row of rows) {
      const inbox = addresses.get(row.inboxId)
      if (inbox !== undefined) events.push({ ...row, inbox, type: TYPES[row.type] as EventType })
    }
    if (rows.length < limit || events.length >= limit) return events.slice(0, limit)
    last = rows.at(-1)?.seq ?? last
  }
}

async function addressesOf(db: Queries, accountId: string, rows: readonly Row[]): Promise<Map<string, string>> {
  const found = await db.all<{ id: string; address: string; accountId: string | null }>(
    'SELECT id, address, account_id FROM inbox WHERE id = ANY($1)',
    [...new Set(rows.map(({ inboxId }) => inboxId))],
  )
  const own = found.filter((inbox) => inbox.accountId === accountId)
  return new Map(own.map(({ id, address }) => [id, address]))
}

export async function lastEvent(db: Queries, accountId: string): Promise<number> {
  return (await db.get<{ seq: number }>('SELECT event_seq AS seq FROM account WHERE id = $1', accountId))?.seq ?? 0
}

/** Looks at the oldest `limit` alone: events rise in time with their seq, so no cost grows with the log. */
export async function dropEvents(tx: Queries, accountId: string, until: number, limit: number): Promise<void> {
  await tx.run(
    `DELETE FROM event WHERE account_id = $1 AND seq IN (
       SELECT seq FROM (SELECT seq, at FROM event WHERE account_id = $1 ORDER BY seq LIMIT $3) AS oldest WHERE at <= $2)`,
    accountId,
    until,
    limit,
  )
}
