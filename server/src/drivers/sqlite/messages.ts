import type { HeaderSummary, MessageRow, TlsInfo } from '../../domain/message.ts'
import type { MessagePage } from '../../domain/ports.ts'
import { type BodyPlace, readBody } from './bodies.ts'
import type { Database } from './database.ts'
import type { Releases } from './releases.ts'

interface ListedRow extends Omit<MessageRow, 'to'> {
  readonly to: string
}

export interface NewMessage {
  readonly inboxNo: number
  readonly seq: number
  readonly body: BodyPlace
  readonly receivedAt: number
  readonly sizeBytes: number
  readonly envelopeFrom: string
  readonly summary: HeaderSummary
  readonly tls: TlsInfo | null
}

export function insertMessage(db: Database, message: NewMessage): void {
  const { summary, body } = message
  db.run(
    `INSERT INTO message (inbox_no, seq, body_no, body_at, body_length, received_at, size, envelope_from, from_address,
       from_name, to_addresses, subject, tls) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    message.inboxNo,
    message.seq,
    body.no,
    body.at,
    body.length,
    message.receivedAt,
    message.sizeBytes,
    message.envelopeFrom,
    summary.from,
    summary.fromName,
    summary.to.join('\n'),
    summary.subject,
    message.tls && JSON.stringify(message.tls),
  )
  db.run(
    `UPDATE inbox SET last_seq = ?1, revision = revision + 1, message_count = message_count + 1,
       stored_bytes = stored_bytes + ?2, last_message_at = ?3, oldest_at = coalesce(oldest_at, ?3) WHERE no = ?4`,
    message.seq,
    message.sizeBytes,
    message.receivedAt,
    message.inboxNo,
  )
}

export function listMessages(db: Database, inboxId: string, page: MessagePage): MessageRow[] {
  const rows = db.all<ListedRow>(
    `SELECT seq, received_at AS receivedAt, size AS sizeBytes, envelope_from AS envelopeFrom, from_address AS "from",
       from_name AS fromName, to_addresses AS "to", subject FROM message
     WHERE inbox_no = (SELECT no FROM inbox WHERE id = ?) AND seq < ? AND seq > ? ORDER BY seq DESC LIMIT ?`,
    inboxId,
    page.before ?? Number.MAX_SAFE_INTEGER,
    page.after ?? 0,
    page.limit,
  )
  return rows.map((row) => ({ ...row, to: row.to === '' ? [] : row.to.split('\n') }))
}

export function bodyOf(db: Database, inboxId: string, seq: number): BodyPlace | null {
  const place = db.get<BodyPlace>(
    `SELECT body_no AS no, body_at AS at, body_length AS length FROM message
     WHERE inbox_no = (SELECT no FROM inbox WHERE id = ?) AND seq = ?`,
    inboxId,
    seq,
  )
  return place ?? null
}

export function readRaw(db: Database, inboxId: string, seq: number): Uint8Array | null {
  const place = bodyOf(db, inboxId, seq)
  return place && readBody(db, place)
}

export interface Deleted {
  readonly count: number
  readonly bytes: number
}

/** The pages of a large body take time to free: a step ends with the message that goes over this. */
const MAX_BYTES_A_STEP = 8 * 1024 * 1024

/** Deletes from the oldest on, while `received_at` is at most `until`. The account's total is the caller's to mend. */
export function deleteOldest(db: Database, inboxNo: number, until: number, limit: number, releases: Releases): Deleted {
  const rows = db.all<BodyPlace & { seq: number; size: number; receivedAt: number }>(
    `SELECT seq, body_no AS no, body_at AS at, body_length AS length, size, received_at AS receivedAt FROM message
     WHERE inbox_no = ? ORDER BY seq LIMIT ?`,
    inboxNo,
    limit,
  )
  let bytes = 0
  let count = 0
  for (const row of rows) {
    if (row.receivedAt > until || bytes > MAX_BYTES_A_STEP) break
    db.run('DELETE FROM message WHERE inbox_no = ? AND seq = ?', inboxNo, row.seq)
    releases.add(row)
    bytes += row.size
    count++
  }
  if (count > 0) {
    db.run(
      `UPDATE inbox SET revision = revision + 1, message_count = message_count - ?1, stored_bytes = stored_bytes - ?2,
         oldest_at = (SELECT received_at FROM message WHERE inbox_no = ?3 ORDER BY seq LIMIT 1) WHERE no = ?3`,
      count,
      bytes,
      inboxNo,
    )
  }
  return { count, bytes }
}
