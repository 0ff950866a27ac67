import type { Peer } from '../../domain/auth-results.ts'
import type { HeaderSummary, MessageRow, StoredMessage, TlsInfo } from '../../domain/message.ts'
import type { Filed, MessagePage } from '../../domain/ports.ts'
import type { Queries } from './database.ts'
import type { InboxRow } from './inboxes.ts'
import { LIVE_OF_LOCKED, placeOf } from './live.ts'
import { LIVE, type LiveReader } from './live-reader.ts'

interface ListedRow extends Omit<MessageRow, 'to'> {
  readonly to: string
}

const ROW = `seq, received_at, size AS size_bytes, envelope_from, from_address AS "from", from_name, to_addresses AS "to",
  subject, seen, claimed_at`

export interface NewMessage {
  readonly inboxId: string
  readonly bucket: number
  readonly seq: number
  readonly receivedAt: number
  readonly sizeBytes: number
  readonly envelopeFrom: string
  readonly summary: HeaderSummary
  readonly tls: TlsInfo | null
  readonly peer: Peer | null
  readonly modSeq: number
  readonly filed?: Filed | undefined
}

export async function insertMessages(tx: Queries, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  await tx.run(
    `INSERT INTO message (inbox_id, bucket, seq, received_at, size, envelope_from, from_address, from_name, to_addresses,
       subject, tls, peer, modseq, seen, flags, internal_date)
     SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bigint[], $14::boolean[], $15::text[], $16::bigint[])`,
    messages.map(({ inboxId }) => inboxId),
    messages.map(({ bucket }) => bucket),
    messages.map(({ seq }) => seq),
    messages.map(({ receivedAt }) => receivedAt),
    messages.map(({ sizeBytes }) => sizeBytes),
    messages.map(({ envelopeFrom }) => envelopeFrom),
    messages.map(({ summary }) => summary.from),
    messages.map(({ summary }) => summary.fromName),
    messages.map(({ summary }) => summary.to.join('\n')),
    messages.map(({ summary }) => summary.subject),
    messages.map(({ tls }) => tls && JSON.stringify(tls)),
    messages.map(({ peer }) => peer && `${peer.address} ${peer.helo}`),
    messages.map(({ modSeq }) => modSeq),
    messages.map(({ filed }) => filed?.seen ?? false),
    messages.map(({ filed }) => filed?.flags.join(' ') ?? ''),
    messages.map(({ filed }) => filed?.internalDate ?? null),
  )
}

export async function listMessages(reader: LiveReader, inboxId: string, page: MessagePage): Promise<MessageRow[]> {
  const rows = await reader.all<ListedRow>(
    inboxId,
    `SELECT ${ROW} FROM message WHERE ${LIVE} AND seq < $4 AND seq > $5 ORDER BY seq DESC LIMIT $6`,
    'found.seq DESC',
    page.before ?? Number.MAX_SAFE_INTEGER,
    page.after ?? 0,
    page.limit,
  )
  return rows.map(toRow)
}

/** All that is held for an address, oldest first. */
export async function listHeld(tx: Queries, inbox: InboxRow): Promise<MessageRow[]> {
  const select = `SELECT ${ROW} FROM message WHERE ${LIVE_OF_LOCKED} ORDER BY seq`
  return (await tx.all<ListedRow>(select, ...placeOf(inbox))).map(toRow)
}

interface WholeRow extends ListedRow {
  readonly tls: string | null
  /** The address, a space, and what the peer called itself. */
  readonly peer: string | null
  readonly auth: string | null
}

const WHOLE = `${ROW}, tls, peer, (
  SELECT auth FROM reading r WHERE r.inbox_id = message.inbox_id AND r.seq = message.seq AND r.bucket = message.bucket) AS auth`

export async function getMessage(reader: LiveReader, inboxId: string, seq: number): Promise<StoredMessage | null> {
  const select = `SELECT ${WHOLE} FROM message WHERE ${LIVE} AND seq = $4`
  const [row] = await reader.all<WholeRow>(inboxId, select, 'found.seq', seq)
  return row ? toMessage(row) : null
}

/** By seq. */
export async function getMessages(
  tx: Queries,
  inbox: InboxRow,
  seqs: readonly number[],
): Promise<Map<number, StoredMessage>> {
  const select = `SELECT ${WHOLE} FROM message WHERE ${LIVE_OF_LOCKED} AND seq = ANY($5)`
  const rows = await tx.all<WholeRow>(select, ...placeOf(inbox), seqs)
  return new Map(rows.map((row) => [row.seq, toMessage(row)]))
}

function toMessage(row: WholeRow): StoredMessage {
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

function toRow(row: ListedRow): MessageRow {
  return {
    seq: row.seq,
    receivedAt: row.receivedAt,
    sizeBytes: row.sizeBytes,
    envelopeFrom: row.envelopeFrom,
    from: row.from,
    fromName: row.fromName,
    to: row.to === '' ? [] : row.to.split('\n'),
    subject: row.subject,
    seen: row.seen,
    claimedAt: row.claimedAt,
  }
}

/** Of the oldest message on. */
export interface AgedRow {
  readonly seq: number
  readonly size: number
  readonly seen: boolean
  readonly receivedAt: number
}

export function listOldest(tx: Queries, inbox: InboxRow, limit: number): Promise<AgedRow[]> {
  return tx.all<AgedRow>(
    `SELECT seq, size, seen, received_at FROM message WHERE ${LIVE_OF_LOCKED} ORDER BY seq LIMIT $5`,
    ...placeOf(inbox),
    limit,
  )
}
