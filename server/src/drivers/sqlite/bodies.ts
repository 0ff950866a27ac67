import { CODEC, type Packed, pack, unpack } from './codec.ts'
import type { Database } from './database.ts'

/** A body that was too large to come in one piece has no data of its own, but pieces. */
const IN_PIECES = -1

interface BodyRow {
  readonly codec: number
  readonly data: Uint8Array | null
}

export function insertBody(db: Database, raw: Uint8Array, refs: number): number {
  const { codec, data } = pack(raw)
  const row = db.get<{ no: number }>(
    'INSERT INTO body (refs, codec, data) VALUES (?, ?, ?) RETURNING no',
    refs,
    codec,
    data,
  )
  return (row as { no: number }).no
}

/** Belongs to no message until `adoptStaged`; what is never adopted is dropped at the next start. */
export function openStaged(db: Database): number {
  const row = db.get<{ no: number }>(`INSERT INTO body (refs, codec) VALUES (0, ${IN_PIECES}) RETURNING no`)
  return (row as { no: number }).no
}

export function stagePiece(db: Database, bodyNo: number, n: number, piece: Uint8Array): void {
  const { codec, data } = pack(piece)
  db.run('INSERT INTO body_piece (body_no, n, codec, data) VALUES (?, ?, ?, ?)', bodyNo, n, codec, data)
}

/** False where it is gone or another mail has it already. */
export function adoptStaged(db: Database, bodyNo: number, refs: number): boolean {
  return db.run('UPDATE body SET refs = ? WHERE no = ? AND refs = 0', refs, bodyNo) === 1
}

export function dropUnused(db: Database): void {
  for (const { no } of db.all<{ no: number }>('SELECT no FROM body WHERE refs = 0')) dropBody(db, no)
}

export function releaseBody(db: Database, bodyNo: number): void {
  const row = db.get<{ refs: number }>('UPDATE body SET refs = refs - 1 WHERE no = ? RETURNING refs', bodyNo)
  if (row && row.refs <= 0) dropBody(db, bodyNo)
}

export function dropBody(db: Database, bodyNo: number): void {
  db.run('DELETE FROM body_piece WHERE body_no = ?', bodyNo)
  db.run('DELETE FROM rendition WHERE body_no = ?', bodyNo)
  db.run('DELETE FROM body WHERE no = ?', bodyNo)
}

export function readBody(db: Database, bodyNo: number): Uint8Array | null {
  const row = db.get<BodyRow>('SELECT codec, data FROM body WHERE no = ?', bodyNo)
  if (!row) return null
  if (row.codec === IN_PIECES) return joinPieces(db, bodyNo)
  return unpack({ codec: row.codec, data: row.data as Uint8Array }, noRaw)
}

export function isInPieces(db: Database, bodyNo: number): boolean {
  return db.get<BodyRow>('SELECT codec FROM body WHERE no = ?', bodyNo)?.codec === IN_PIECES
}

function joinPieces(db: Database, bodyNo: number): Uint8Array {
  const pieces = db
    .all<Packed>('SELECT codec, data FROM body_piece WHERE body_no = ? ORDER BY n', bodyNo)
    .map((piece) => unpack(piece, noRaw))
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

function noRaw(): never {
  throw new Error(`A body cannot have the codec ${CODEC.zstdBesideRaw}.`)
}
