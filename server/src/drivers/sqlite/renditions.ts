import type { MessageText, Rendition } from '../../domain/message.ts'
import { type Packed, packBeside, unpack } from '../../domain/packing/codec.ts'
import { decodeRendition, decodeTexts, encodeRendition } from '../../domain/packing/rendition-format.ts'
import { type BodyPlace, isInPieces, readBody } from './bodies.ts'
import type { Database } from './database.ts'
import { bodyOf } from './messages.ts'

export function saveRendition(db: Database, inboxId: string, seq: number, rendition: Rendition): void {
  const place = bodyOf(db, inboxId, seq)
  if (!place) return
  const raw = isInPieces(db, place.no) ? null : readBody(db, place)
  const { codec, data } = packBeside(encodeRendition(rendition), raw)
  const insert = 'INSERT OR REPLACE INTO rendition (body_no, body_at, codec, data) VALUES (?, ?, ?, ?)'
  db.run(insert, place.no, place.at, codec, data)
}

export function readTexts(db: Database, inboxId: string, seqs: readonly number[]): (MessageText | null)[] {
  return seqs.map((seq) => {
    const bytes = readBytes(db, inboxId, seq)
    return bytes && decodeTexts(bytes)
  })
}

export function readRenditions(db: Database, inboxId: string, seqs: readonly number[]): (Rendition | null)[] {
  return seqs.map((seq) => {
    const bytes = readBytes(db, inboxId, seq)
    return bytes && decodeRendition(bytes)
  })
}

function readBytes(db: Database, inboxId: string, seq: number): Uint8Array | null {
  const row = db.get<Packed & BodyPlace>(
    `SELECT r.codec, r.data, m.body_no AS no, m.body_at AS at, m.body_length AS length
     FROM message m JOIN rendition r ON r.body_no = m.body_no AND r.body_at = m.body_at
     WHERE m.inbox_no = (SELECT no FROM inbox WHERE id = ?) AND m.seq = ?`,
    inboxId,
    seq,
  )
  return row ? unpack(row, () => readBody(db, row) as Uint8Array) : null
}
