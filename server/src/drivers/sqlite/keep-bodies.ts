import type { Arrival } from '../../domain/ports.ts'
import { adoptStaged, type BodyPlace, insertGroup, insertMail } from './bodies.ts'
import type { Database } from './database.ts'

/** A larger mail gains little by company. */
const GROUP_MAIL_BYTES = 16 * 1024
/** Whoever reads one mail unpacks its whole group. */
const GROUP_BYTES = 64 * 1024

interface Small extends Arrival {
  readonly raw: Uint8Array
}

/** Writes the sources of these mails. A staged one that is gone has no place in the answer. */
export function keepBodies(db: Database, arrivals: readonly Arrival[]): Map<Arrival, BodyPlace> {
  const places = new Map<Arrival, BodyPlace>()
  let group: Small[] = []
  let bytes = 0
  const closeGroup = () => {
    const placed = insertGroup(
      db,
      group.map(({ raw }) => raw),
    )
    for (const [i, arrival] of group.entries()) places.set(arrival, placed[i] as BodyPlace)
    group = []
    bytes = 0
  }
  const small = arrivals.filter(isSmall)
  for (const arrival of small.length > 1 ? small : []) {
    if (bytes + arrival.raw.byteLength > GROUP_BYTES) closeGroup()
    group.push(arrival)
    bytes += arrival.raw.byteLength
  }
  if (group.length > 0) closeGroup()
  for (const arrival of arrivals) {
    const place = places.get(arrival) ?? keepAlone(db, arrival)
    if (place) places.set(arrival, place)
  }
  return places
}

/** With one recipient: of a shared source nobody could say when its last reader is gone from a group. */
function isSmall(arrival: Arrival): arrival is Small {
  return (
    arrival.recipients.length === 1 &&
    arrival.raw instanceof Uint8Array &&
    arrival.raw.byteLength > 0 &&
    arrival.raw.byteLength <= GROUP_MAIL_BYTES
  )
}

function keepAlone(db: Database, { raw, recipients }: Arrival): BodyPlace | null {
  const refs = new Set(recipients.map(({ address }) => address)).size
  return raw instanceof Uint8Array ? insertMail(db, raw, refs) : adoptStaged(db, Number(raw.staged), refs)
}
