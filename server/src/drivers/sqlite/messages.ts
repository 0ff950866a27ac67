import type { AuthResults, Peer } from '../../domain/auth-results.ts'
import type { HeaderSummary, MessageRow, StoredMessage, TlsInfo } from '../../domain/message.ts'
import type { Filed, MessagePage } from '../../domain/ports.ts'
import { type BodyPlace, readBody } from './bodies.ts'
import type { Database } from './database.ts'
import { addHeldBytes } from './held-total.ts'
import { Releases } from './releases.ts'

interface ListedRow extends Omit<MessageRow, 'to' | 'seen'> {
  readonly to: string
  readonly seen: number
}

const ROW = `seq, received_at AS receivedAt, size AS sizeBytes, envelope_from AS envelopeFrom, from_address AS "from",
  from_name AS fromName, to_addresses AS "to", subject, seen, claimed_at AS claimedAt`
const OF_INBOX = 'inbox_no = (SELECT no FROM inbox WHERE id = ?)'

export interface NewMessage {
  readonly inboxNo: number
  readonly seq: number
  readonly body: BodyPlace
  readonly receivedAt: number
  readonly sizeBytes: number
  readonly envelopeFrom: string
  readonly summary: HeaderSummary
  readonly tls: TlsInfo | null
  readonly peer: Peer | null
  readonly modSeq: number
  readonly filed?: Filed | undefined
}

export function insertMessage(db: Database, message: NewMessage): void {
  const { summary, body, filed } = message
  const seen = filed?.seen ? 1 : 0
  db.run(
    `INSERT INTO message (inbox_no, seq, body_no, body_at, body_length, received_at, size, envelope_from, from_address,
       from_name, to_addresses, subject, tls, peer, modseq, seen, flags, internal_date)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    message.peer && `${message.peer.address} ${message.peer.helo}`,
    message.modSeq,
    seen,
    filed?.flags.join(' ') ?? '',
    filed?.internalDate ?? null,
  )
  db.run(
    `UPDATE inbox SET last_seq = ?1, revision = ?5, message_count = message_count + 1,
       unread_count = unread_count + 1 - ?6, stored_bytes = stored_bytes + ?2, last_message_at = ?3, oldest_at = coalesce(oldest_at, ?3) WHERE no = ?4`,
    message.seq,
    message.sizeBytes,
    message.receivedAt,
    message.inboxNo,
    message.modSeq,
    seen,
  )
}

export function listMessages(db: Database, inboxId: string, page: MessagePage): MessageRow[] {
  const rows = db.all<ListedRow>(
    `SELECT ${ROW} FROM message WHERE ${OF_INBOX} AND seq < ? AND seq > ? ORDER BY seq DESC LIMIT ?`,
    inboxId,
    page.before ?? Number.MAX_SAFE_INTEGER,
    page.after ?? 0,
    page.limit,
  )
  return rows.map(toRow)
}

interface WholeRow extends ListedRow {
  readonly tls: string | null
  /** The address, a space, and what the peer called itself. */
  readonly peer: string | null
  readonly auth: string | null
}

export function getMessage(db: Database, inboxId: string, seq: number): StoredMessage | null {
  const row = db.get<WholeRow>(
    `SELECT ${ROW}, tls, peer, (SELECT results FROM mail_auth a WHERE a.inbox_no = m.inbox_no AND a.seq = m.seq) AS auth
     FROM message m WHERE ${OF_INBOX} AND seq = ?`,
    inboxId,
    seq,
  )
  if (!row) return null
  const { tls, peer, auth } = row
  return {
    ...toRow(row),
    tls: tls === null ? null : JSON.parse(tls),
    peer: peer === null ? null : toPeer(peer),
    auth: auth === null ? null : JSON.parse(auth),
  }
}

function toPeer(text: string): Peer {
  const space = text.indexOf(' ')
  return { address: text.slice(0, space), helo: text.slice(space + 1) }
}

export function saveAuth(db: Database, inboxId: string, seq: number, auth: AuthResults): void {
  db.run(
    `INSERT OR REPLACE INTO mail_auth (inbox_no, seq, results) SELECT inbox_no, seq, ? FROM message WHERE ${OF_INBOX} AND seq = ?`,
    JSON.stringify(auth),
    inboxId,
    seq,
  )
}

function toRow(row: ListedRow): MessageRow {
  return { ...row, to: row.to === '' ? [] : row.to.split('\n'), seen: row.seen === 1 }
}

export function markSeen(db: Database, inboxId: string, seq: number, seen: boolean): boolean {
  return db.transaction(() => {
    const [from, to] = seen ? [0, 1] : [1, 0]
    const update = `UPDATE message SET seen = ?, modseq = (SELECT revision + 1 FROM inbox WHERE no = inbox_no)
      WHERE ${OF_INBOX} AND seq = ? AND seen = ?`
    if (db.run(update, to, inboxId, seq, from) === 0) return bodyOf(db, inboxId, seq) !== null
    db.run(
      `UPDATE inbox SET revision = revision + 1, marks_modseq = revision + 1, unread_count = unread_count + ? WHERE id = ?`,
      from - to,
      inboxId,
    )
    return true
  })
}

/** One writer at a time, so of any number of calls one finds it unclaimed. */
export function claimMessage(db: Database, inboxId: string, seq: number, at: number): boolean {
  const update = `UPDATE message SET claimed_at = ? WHERE ${OF_INBOX} AND seq = ? AND claimed_at IS NULL`
  return db.run(update, at, inboxId, seq) === 1
}

export function deleteMessages(db: Database, inboxId: string, seqs: readonly number[]): number {
  return db.transaction(() => {
    const inbox = db.get<{ no: number; accountNo: number | null }>(
      'SELECT no, account_no AS accountNo FROM inbox WHERE id = ?',
      inboxId,
    )
    if (!inbox) return 0
    const select = `SELECT ${DOOMED} FROM message WHERE inbox_no = ? AND seq = ?`
    const rows = seqs.map((seq) => db.get<Doomed>(select, inbox.no, seq)).filter((row) => row !== undefined)
    const releases = new Releases()
    const { count, bytes } = deleteRows(db, inbox.no, rows, releases)
    if (inbox.accountNo === null) addHeldBytes(db, -bytes)
    else db.run('UPDATE account SET stored_bytes = stored_bytes - ? WHERE no = ?', bytes, inbox.accountNo)
    releases.carryOut(db)
    return count
  })
}

export function bodyOf(db: Database, inboxId: string, seq: number): BodyPlace | null {
  const place = db.get<BodyPlace>(
    `SELECT body_no AS no, body_at AS at, body_length AS length FROM message WHERE ${OF_INBOX} AND seq = ?`,
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

interface Doomed extends BodyPlace {
  readonly seq: number
  readonly size: number
  readonly receivedAt: number
  readonly seen: number
}

const DOOMED = `seq, body_no AS no, body_at AS at, body_length AS length, size, received_at AS receivedAt, seen`

/** Deletes from the oldest on, while `received_at` is at most `until`. The account's total is the caller's to mend. */
export function deleteOldest(db: Database, inboxNo: number, until: number, limit: number, releases: Releases): Deleted {
  const rows = db.all<Doomed>(`SELECT ${DOOMED} FROM message WHERE inbox_no = ? ORDER BY seq LIMIT ?`, inboxNo, limit)
  let bytes = 0
  const due = rows.filter((row) => {
    const goes = row.receivedAt <= until && bytes <= MAX_BYTES_A_STEP
    bytes += row.size
    return goes
  })
  return deleteRows(db, inboxNo, due, releases)
}

/** They have moved, and their sources with them: nothing is let go of. */
export function forgetMessages(db: Database, inboxId: string, seqs: readonly number[]): void {
  const inbox = db.get<{ no: number }>('SELECT no FROM inbox WHERE id = ?', inboxId)
  if (!inbox) return
  const select = `SELECT ${DOOMED} FROM message WHERE inbox_no = ? AND seq = ?`
  const rows = seqs.map((seq) => db.get<Doomed>(select, inbox.no, seq)).filter((row) => row !== undefined)
  deleteRows(db, inbox.no, rows, null)
}

function deleteRows(db: Database, inboxNo: number, rows: readonly Doomed[], releases: Releases | null): Deleted {
  const total = { count: rows.length, bytes: 0, unread: 0 }
  for (const row of rows) {
    db.run('DELETE FROM message WHERE inbox_no = ? AND seq = ?', inboxNo, row.seq)
    db.run('DELETE FROM mail_auth WHERE inbox_no = ? AND seq = ?', inboxNo, row.seq)
    releases?.add(row)
    total.bytes += row.size
    total.unread += 1 - row.seen
  }
  if (rows.length > 0) {
    db.run(
      `UPDATE inbox SET revision = revision + 1, message_count = message_count - ?1, stored_bytes = stored_bytes - ?2,
         unread_count = unread_count - ?3,
         oldest_at = (SELECT received_at FROM message WHERE inbox_no = ?4 ORDER BY seq LIMIT 1) WHERE no = ?4`,
      total.count,
      total.bytes,
      total.unread,
      inboxNo,
    )
  }
  return total
}
