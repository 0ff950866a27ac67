import type { MessageText, Rendition } from '../../domain/message.ts'
import { type Packed, packBeside, unpack } from '../../domain/packing/codec.ts'
import { decodeRendition, decodeTexts, encodeRendition } from '../../domain/packing/rendition-format.ts'
import { joinPieces } from './bodies.ts'
import type { Database } from './database.ts'
import { lockInbox } from './inboxes.ts'
import { LIVE_OF_LOCKED, placeOf } from './live.ts'
import { LIVE, type LiveReader } from './live-reader.ts'

export function saveRendition(db: Database, inboxId: string, seq: number, rendition: Rendition): Promise<void> {
  return db.transaction(async (tx) => {
    const inbox = await lockInbox(tx, inboxId)
    if (!inbox) return
    const pieces = await tx.all<Packed>(
      `SELECT codec, data FROM body WHERE ${LIVE_OF_LOCKED} AND seq = $5 ORDER BY n LIMIT 2`,
      ...placeOf(inbox),
      seq,
    )
    if (pieces.length === 0) return
    // What came in pieces is too large to be unpacked for each look at its text.
    const { codec, data } = packBeside(encodeRendition(rendition), pieces.length > 1 ? null : joinPieces(pieces))
    await tx.run(
      `INSERT INTO reading (inbox_id, bucket, seq, codec, rendition)
       SELECT inbox_id, bucket, seq, $6, $7 FROM message WHERE ${LIVE_OF_LOCKED} AND seq = $5
       ON CONFLICT (inbox_id, seq, bucket) DO UPDATE SET codec = excluded.codec, rendition = excluded.rendition`,
      ...placeOf(inbox),
      seq,
      codec,
      data,
    )
  })
}

export async function readTexts(
  reader: LiveReader,
  inboxId: string,
  seqs: readonly number[],
): Promise<(MessageText | null)[]> {
  return (await readAll(reader, inboxId, seqs)).map((bytes) => bytes && decodeTexts(bytes))
}

export async function readRenditions(
  reader: LiveReader,
  inboxId: string,
  seqs: readonly number[],
): Promise<(Rendition | null)[]> {
  return (await readAll(reader, inboxId, seqs)).map((bytes) => bytes && decodeRendition(bytes))
}

type Row = Packed & { readonly seq: number; readonly bodyCodec: number | null; readonly bodyData: Uint8Array | null }

const BESIDE_RAW = 3

/** One statement for all of them, with the sources of those that were packed beside it. */
async function readAll(reader: LiveReader, inboxId: string, seqs: readonly number[]): Promise<(Uint8Array | null)[]> {
  const rows = await reader.all<Row>(
    inboxId,
    `SELECT r.seq, r.codec, r.rendition AS data, b.codec AS body_codec, b.data AS body_data
     FROM (SELECT * FROM reading WHERE ${LIVE} AND seq = ANY($4) AND rendition IS NOT NULL) AS r
     LEFT JOIN (SELECT * FROM body WHERE ${LIVE} AND seq = ANY($4) AND n = 0) AS b ON b.seq = r.seq AND r.codec = ${BESIDE_RAW}`,
    'found.seq',
    seqs,
  )
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return seqs.map((seq) => {
    const row = bySeq.get(seq)
    return row ? unpack(row, () => joinPieces([{ codec: row.bodyCodec, data: row.bodyData } as Packed])) : null
  })
}
