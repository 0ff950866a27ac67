import type { AuthResults } from '../../domain/auth-results.ts'
import type { Database, Queries } from './database.ts'
import { creditBytes } from './held-total.ts'
import { type InboxRow, lockInbox } from './inboxes.ts'
import { LIVE_OF_LOCKED, placeOf } from './live.ts'

export function saveAuth(db: Database, inboxId: string, seq: number, auth: AuthResults): Promise<void> {
  return keepReading(db, inboxId, seq, 'auth', JSON.stringify(auth))
}

/** Under the inbox's lock: what a message is found to be must not land in a part that it is just moved out of. */
export function keepReading(
  db: Database,
  inboxId: string,
  seq: number,
  column: 'auth' | 'structure',
  text: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const inbox = await lockInbox(tx, inboxId)
    if (!inbox) return
    await tx.run(
      `INSERT INTO reading (inbox_id, bucket, seq, ${column})
       SELECT inbox_id, bucket, seq, $6 FROM message WHERE ${LIVE_OF_LOCKED} AND seq = $5
       ON CONFLICT (inbox_id, seq, bucket) DO UPDATE SET ${column} = excluded.${column}`,
      ...placeOf(inbox),
      seq,
      text,
    )
  })
}

export function markSeen(db: Database, inboxId: string, seq: number, seen: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    const inbox = await lockInbox(tx, inboxId)
    if (!inbox) return false
    const update = `UPDATE message SET seen = $6, modseq = $7 WHERE ${LIVE_OF_LOCKED} AND seq = $5 AND seen <> $6`
    const changed = await tx.run(update, ...placeOf(inbox), seq, seen, inbox.revision + 1)
    if (changed === 0) {
      const select = `SELECT 1 FROM message WHERE ${LIVE_OF_LOCKED} AND seq = $5`
      return (await tx.get(select, ...placeOf(inbox), seq)) !== undefined
    }
    await tx.run(
      `UPDATE inbox SET revision = revision + 1, marks_modseq = revision + 1, unread_count = unread_count + $1 WHERE id = $2`,
      seen ? -1 : 1,
      inboxId,
    )
    return true
  })
}

/** Of any number of calls one finds it unclaimed: the rest wait for it, and look again. */
export function claimMessage(db: Database, inboxId: string, seq: number, at: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const inbox = await lockInbox(tx, inboxId)
    if (!inbox) return false
    const update = `UPDATE message SET claimed_at = $6 WHERE ${LIVE_OF_LOCKED} AND seq = $5 AND claimed_at IS NULL`
    return (await tx.run(update, ...placeOf(inbox), seq, at)) === 1
  })
}

export function deleteMessages(db: Database, inboxId: string, seqs: readonly number[]): Promise<number> {
  return db.transaction(async (tx) => {
    const inbox = await lockInbox(tx, inboxId)
    if (!inbox) return 0
    const { count, bytes } = await deleteRows(tx, inbox, seqs)
    await creditBytes(tx, inbox, bytes)
    return count
  })
}

export interface Deleted {
  readonly count: number
  readonly bytes: number
}

/** With all that belongs to them. The inbox is locked; its account's total is the caller's to mend. */
export async function deleteRows(tx: Queries, inbox: InboxRow, seqs: readonly number[]): Promise<Deleted> {
  const { count, bytes, unread } = (await tx.get<Deleted & { unread: number }>(
    `WITH doomed AS (DELETE FROM message WHERE ${LIVE_OF_LOCKED} AND seq = ANY($5) RETURNING size, seen),
       bodies AS (DELETE FROM body WHERE ${LIVE_OF_LOCKED} AND seq = ANY($5)),
       readings AS (DELETE FROM reading WHERE ${LIVE_OF_LOCKED} AND seq = ANY($5))
     SELECT count(*) AS count, coalesce(sum(size), 0)::bigint AS bytes, count(*) FILTER (WHERE NOT seen) AS unread
     FROM doomed`,
    ...placeOf(inbox),
    seqs,
  )) as Deleted & { unread: number }
  if (count > 0) {
    await tx.run(
      `UPDATE inbox SET revision = revision + 1, message_count = message_count - $5, stored_bytes = stored_bytes - $6,
         unread_count = unread_count - $7,
         oldest_at = (SELECT received_at FROM message WHERE ${LIVE_OF_LOCKED} ORDER BY seq LIMIT 1) WHERE id = $1`,
      ...placeOf(inbox),
      count,
      bytes,
      unread,
    )
  }
  return { count, bytes }
}
