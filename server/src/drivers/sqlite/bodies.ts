import { CODEC, type Packed, pack, unpack } from '../../domain/packing/codec.ts'
import type { Database } from './database.ts'

/** On disk: never give one another meaning. */
const KIND = {
  /** One mail, which all its recipients share. */
  mail: 0,
  /** Small mails of one commit, each with one recipient. */
  group: 1,
  /** One mail that was too large to come at once: its data is in `body_piece`. */
  pieces: 2,
} as const

/** Where the source of a message stands. */
export interface BodyPlace {
  readonly no: number
  readonly at: number
  readonly length: number
}

interface BodyRow {
  readonly kind: number
  readonly codec: number
  readonly data: Uint8Array
}

export function insertMail(db: Database, raw: Uint8Array, refs: number): BodyPlace {
  return { no: insertBody(db, KIND.mail, refs, raw), at: 0, length: raw.byteLength }
}

/** Packed together they take a third of the time and of the space that each would take alone. */
export function insertGroup(db: Database, raws: readonly Uint8Array[]): BodyPlace[] {
  const no = insertBody(db, KIND.group, raws.length, Buffer.concat(raws))
  let at = 0
  return raws.map(({ byteLength: length }) => {
    at += length
    return { no, at: at - length, length }
  })
}

function insertBody(db: Database, kind: number, refs: number, raw: Uint8Array): number {
  const { codec, data } = pack(raw)
  const insert = 'INSERT INTO body (kind, refs, codec, data) VALUES (?, ?, ?, ?) RETURNING no'
  return (db.get<{ no: number }>(insert, kind, refs, codec, data) as { no: number }).no
}

/** For one more message with the same source. From a group it is taken out: each of a group has one message alone. */
export function shareBody(db: Database, place: BodyPlace): BodyPlace {
  if (db.run(`UPDATE body SET refs = refs + 1 WHERE no = ? AND kind <> ${KIND.group}`, place.no) > 0) return place
  return insertMail(db, readBody(db, place) ?? new Uint8Array(), 1)
}

/** Belongs to no message until `adoptStaged`; what is never adopted is dropped at the next start. */
export function openStaged(db: Database): number {
  const insert = `INSERT INTO body (kind, refs) VALUES (${KIND.pieces}, 0) RETURNING no`
  return (db.get<{ no: number }>(insert) as { no: number }).no
}

export function stagePiece(db: Database, bodyNo: number, n: number, piece: Uint8Array): void {
  const { codec, data } = pack(piece)
  const insert = 'INSERT INTO body_piece (body_no, n, size, codec, data) VALUES (?, ?, ?, ?, ?)'
  db.run(insert, bodyNo, n, piece.byteLength, codec, data)
}

/** Null where it is gone or another mail has it already. */
export function adoptStaged(db: Database, bodyNo: number, refs: number): BodyPlace | null {
  if (db.run('UPDATE body SET refs = ? WHERE no = ? AND refs = 0', refs, bodyNo) === 0) return null
  return { no: bodyNo, at: 0, length: piecesLength(db, bodyNo) }
}

export function dropUnused(db: Database): void {
  for (const { no } of db.all<{ no: number }>('SELECT no FROM body WHERE refs = 0')) dropBody(db, no)
}

export function dropBody(db: Database, bodyNo: number): void {
  db.run('DELETE FROM body_piece WHERE body_no = ?', bodyNo)
  db.run('DELETE FROM rendition WHERE body_no = ?', bodyNo)
  db.run('DELETE FROM structure WHERE body_no = ?', bodyNo)
  db.run('DELETE FROM body WHERE no = ?', bodyNo)
}

/** These messages are gone. What nobody refers to any more goes too, and from a group the bytes of those alone. */
export function releaseBody(db: Database, bodyNo: number, places: readonly BodyPlace[]): void {
  const row = db.get<{ refs: number; kind: number }>(
    'UPDATE body SET refs = refs - ? WHERE no = ? RETURNING refs, kind',
    places.length,
    bodyNo,
  )
  if (!row) return
  if (row.refs <= 0) dropBody(db, bodyNo)
  else if (row.kind === KIND.group) blank(db, bodyNo, places)
}

/** Zeros pack to nothing, and the neighbours stay where they are. */
function blank(db: Database, bodyNo: number, places: readonly BodyPlace[]): void {
  const group = Buffer.from(readWhole(db, bodyNo) ?? [])
  for (const { at, length } of places) {
    group.fill(0, at, at + length)
    db.run('DELETE FROM rendition WHERE body_no = ? AND body_at = ?', bodyNo, at)
    db.run('DELETE FROM structure WHERE body_no = ? AND body_at = ?', bodyNo, at)
  }
  const { codec, data } = pack(group)
  db.run('UPDATE body SET codec = ?, data = ? WHERE no = ?', codec, data, bodyNo)
}

export function readBody(db: Database, { no, at, length }: BodyPlace): Uint8Array | null {
  const whole = readWhole(db, no)
  return whole && (whole.byteLength === length ? whole : whole.subarray(at, at + length))
}

export function isInPieces(db: Database, bodyNo: number): boolean {
  return db.get<{ kind: number }>('SELECT kind FROM body WHERE no = ?', bodyNo)?.kind === KIND.pieces
}

function readWhole(db: Database, bodyNo: number): Uint8Array | null {
  const row = db.get<BodyRow>('SELECT kind, codec, data FROM body WHERE no = ?', bodyNo)
  if (!row) return null
  return row.kind === KIND.pieces ? joinPieces(db, bodyNo) : unpack(row, noRaw)
}

/** One after the other, so that no more than one piece is in memory twice. */
function joinPieces(db: Database, bodyNo: number): Uint8Array {
  const whole = new Uint8Array(piecesLength(db, bodyNo))
  let at = 0
  for (let n = 0; at < whole.byteLength; n++) {
    const packed = db.get<Packed>('SELECT codec, data FROM body_piece WHERE body_no = ? AND n = ?', bodyNo, n)
    const piece = unpack(packed as Packed, noRaw)
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

function piecesLength(db: Database, bodyNo: number): number {
  const sum = 'SELECT coalesce(sum(size), 0) AS size FROM body_piece WHERE body_no = ?'
  return (db.get<{ size: number }>(sum, bodyNo) as { size: number }).size
}

function noRaw(): never {
  throw new Error(`A body cannot have the codec ${CODEC.zstdBesideRaw}.`)
}
