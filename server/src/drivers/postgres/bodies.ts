import { CODEC, type Packed, pack, unpack } from '../../domain/packing/codec.ts'
import type { Queries } from './database.ts'
import { LIVE, type LiveReader } from './live-reader.ts'

/** Where a mail's source belongs: each recipient has its own, beside its message. */
export interface BodyPlace {
  readonly inboxId: string
  readonly bucket: number
  readonly seq: number
}

export interface NewBody extends BodyPlace {
  readonly packed: Packed
}

/** All in one statement, and their bytes in one value: arrays of bytes would go over the wire as text. */
export async function insertBodies(tx: Queries, bodies: readonly NewBody[]): Promise<void> {
  if (bodies.length === 0) return
  const sources = [...new Set(bodies.map(({ packed }) => packed))]
  const begins = beginsOf(sources)
  await tx.run(
    `INSERT INTO body (inbox_id, bucket, seq, n, codec, data)
     SELECT inbox_id, bucket, seq, 0, codec, substring($1::bytea FROM at FOR length)
     FROM unnest($2::text[], $3::integer[], $4::bigint[], $5::smallint[], $6::integer[], $7::integer[])
       AS new (inbox_id, bucket, seq, codec, at, length)`,
    Buffer.concat(sources.map(({ data }) => data)),
    bodies.map(({ inboxId }) => inboxId),
    bodies.map(({ bucket }) => bucket),
    bodies.map(({ seq }) => seq),
    bodies.map(({ packed }) => packed.codec),
    bodies.map(({ packed }) => begins.get(packed) as number),
    bodies.map(({ packed }) => packed.data.byteLength),
  )
}

/** Where each begins when they stand one after the other, counted from 1. */
function beginsOf(packed: readonly Packed[]): Map<Packed, number> {
  let at = 1
  return new Map(
    packed.map((one) => {
      at += one.data.byteLength
      return [one, at - one.data.byteLength]
    }),
  )
}

export async function stagePiece(db: Queries, id: string, n: number, piece: Uint8Array): Promise<void> {
  const { codec, data } = pack(piece)
  await db.run('INSERT INTO staged (id, n, codec, data) VALUES ($1, $2, $3, $4)', id, n, codec, data)
}

/** False where it is gone or another mail has it already. */
export async function adoptStaged(tx: Queries, id: string, places: readonly BodyPlace[]): Promise<boolean> {
  const adopted = await tx.run(
    `WITH taken AS (DELETE FROM staged WHERE id = $1 RETURNING n, codec, data)
     INSERT INTO body (inbox_id, bucket, seq, n, codec, data)
     SELECT place.inbox_id, place.bucket, place.seq, taken.n, taken.codec, taken.data
     FROM taken CROSS JOIN unnest($2::text[], $3::integer[], $4::bigint[]) AS place (inbox_id, bucket, seq)`,
    id,
    places.map(({ inboxId }) => inboxId),
    places.map(({ bucket }) => bucket),
    places.map(({ seq }) => seq),
  )
  return adopted > 0 || places.length === 0
}

export async function dropStaged(db: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.run('DELETE FROM staged WHERE id = ANY($1)', ids)
}

const FORGOTTEN_AT_ONCE = 100

/** By the server's clock, which also wrote when they came: a mail takes minutes at most. */
export async function dropForgotten(db: Queries): Promise<void> {
  await db.run(
    `DELETE FROM staged WHERE (id, n) IN (
       SELECT id, n FROM staged WHERE created_at < now() - interval '1 hour' ORDER BY created_at LIMIT $1)`,
    FORGOTTEN_AT_ONCE,
  )
}

/** Null where the message is gone. */
export async function readRaw(reader: LiveReader, inboxId: string, seq: number): Promise<Uint8Array | null> {
  const select = `SELECT n, codec, data FROM body WHERE ${LIVE} AND seq = $4`
  const pieces = await reader.all<Packed>(inboxId, select, 'found.n', seq)
  return pieces.length === 0 ? null : joinPieces(pieces)
}

export function joinPieces(pieces: readonly Packed[]): Uint8Array {
  const unpacked = pieces.map((piece) => unpack(piece, noRaw))
  return unpacked.length === 1 ? (unpacked[0] as Uint8Array) : Buffer.concat(unpacked)
}

function noRaw(): never {
  throw new Error(`A body cannot have the codec ${CODEC.zstdBesideRaw}.`)
}
