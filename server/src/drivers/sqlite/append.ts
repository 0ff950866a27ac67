import { DomainError } from '../../domain/domain-error.ts'
import type { AppendOutcome, Arrival, HeldBounds, Placed } from '../../domain/ports.ts'
import { Batch } from './batch.ts'
import { dropBody } from './bodies.ts'
import type { Database } from './database.ts'
import { keepBodies } from './keep-bodies.ts'
import { SQLITE_FULL, sqliteCode } from './sqlite-error.ts'

/**
 * The whole batch in one commit. Refusals are known before anything of an arrival is written. Should the engine itself
 * refuse a row, the batch is rolled back and each arrival tried alone, so that it fails for itself only.
 */
export function append(db: Database, arrivals: readonly Arrival[], bounds: HeldBounds): AppendOutcome[] {
  try {
    return db.transaction(() => appendAll(db, arrivals, bounds))
  } catch (error) {
    if (arrivals.length === 1 || sqliteCode(error) === SQLITE_FULL) throw error
    return arrivals.map((arrival) => {
      try {
        return db.transaction(() => appendAll(db, [arrival], bounds))[0] as AppendOutcome
      } catch (cause) {
        return new DomainError('unavailable', 'The message could not be stored. Try again later.', { cause })
      }
    })
  }
}

function appendAll(db: Database, arrivals: readonly Arrival[], bounds: HeldBounds): AppendOutcome[] {
  const batch = new Batch(db, bounds)
  const refusals = arrivals.map((arrival) => batch.admit(arrival))
  const taken = arrivals.filter((_, i) => !refusals[i])
  const bodies = keepBodies(db, taken)
  const outcomes = arrivals.map((arrival, i) => refusals[i] ?? deliver(batch, arrival, bodies))
  batch.finish()
  for (const [i, { raw }] of arrivals.entries()) {
    if (refusals[i] && 'staged' in raw) dropBody(db, Number(raw.staged))
  }
  return outcomes
}

function deliver(batch: Batch, arrival: Arrival, bodies: ReturnType<typeof keepBodies>): readonly Placed[] {
  const body = bodies.get(arrival)
  if (!body) throw new Error('The staged body is gone.')
  const placed = new Map<string, Placed>()
  return arrival.recipients.map((recipient) => {
    const place = placed.get(recipient.address) ?? batch.place(recipient, arrival, body)
    placed.set(recipient.address, place)
    return place
  })
}
