import { DomainError } from '../../domain/domain-error.ts'
import { type Packed, pack } from '../../domain/packing/codec.ts'
import type { AppendOutcome, Arrival, Placed } from '../../domain/ports.ts'
import { Batch, type PlacedBody } from './batch.ts'
import { adoptStaged, dropStaged, insertBodies } from './bodies.ts'
import type { Database, Queries } from './database.ts'
import { boundTotal } from './held.ts'
import type { Keeping } from './keeping.ts'

/**
 * The whole batch in one commit. Should the engine itself refuse a row, the batch is rolled back and each arrival tried
 * alone, so that it fails for itself only.
 */
export async function append(db: Database, keeping: Keeping, batch: readonly Arrival[]): Promise<AppendOutcome[]> {
  const arrivals = batch.map(toPackedArrival)
  const { outcomes, held } = await appendTogether(keeping, arrivals).catch((error) => {
    if (arrivals.length === 1 || error instanceof DomainError) throw error
    return appendAlone(keeping, arrivals)
  })
  // The mail is stored. Should this fail, held mail is over its bound until the next one finds it so.
  if (held) await boundTotal(db, keeping.held).catch(() => undefined)
  return outcomes
}

/** Null where its source is staged already. */
type PackedArrival = Arrival & { readonly packed: Packed | null }

/** Before anything is locked: it takes the most time of all. */
function toPackedArrival(arrival: Arrival): PackedArrival {
  return { ...arrival, packed: arrival.raw instanceof Uint8Array ? pack(arrival.raw) : null }
}

interface Appended {
  readonly outcomes: AppendOutcome[]
  readonly held: boolean
}

async function appendAlone(keeping: Keeping, arrivals: readonly PackedArrival[]): Promise<Appended> {
  const outcomes: AppendOutcome[] = []
  let someHeld = false
  for (const arrival of arrivals) {
    try {
      const { outcomes: own, held } = await appendTogether(keeping, [arrival])
      outcomes.push(...own)
      someHeld ||= held
    } catch (cause) {
      outcomes.push(new DomainError('unavailable', 'The message could not be stored. Try again later.', { cause }))
    }
  }
  return { outcomes, held: someHeld }
}

function appendTogether(keeping: Keeping, arrivals: readonly PackedArrival[]): Promise<Appended> {
  return keeping.partitions.transaction(async (tx) => {
    const batch = await Batch.open(tx, keeping, arrivals)
    const results = arrivals.map((arrival) => batch.admit(arrival) ?? placeAll(batch, arrival))
    await batch.write(tx)
    await writeSources(tx, arrivals, results)
    const held = await batch.boundHeld(tx)
    return { outcomes: results.map(toOutcome), held }
  })
}

/** For each address once, however often it is named. */
function placeAll(batch: Batch, arrival: Arrival): readonly PlacedBody[] {
  const placed = new Map<string, PlacedBody>()
  return arrival.recipients.map((recipient) => {
    const place = placed.get(recipient.address) ?? batch.place(recipient, arrival)
    placed.set(recipient.address, place)
    return place
  })
}

function toOutcome(result: DomainError | readonly PlacedBody[]): AppendOutcome {
  if (result instanceof DomainError) return result
  return result.map(
    ({ inboxId, accountId, seq, deliveriesDue }): Placed => ({ inboxId, accountId, seq, deliveriesDue }),
  )
}

async function writeSources(
  tx: Queries,
  arrivals: readonly PackedArrival[],
  results: readonly (DomainError | readonly PlacedBody[])[],
): Promise<void> {
  const placesOf = (i: number) => {
    const result = results[i]
    return result instanceof DomainError ? [] : [...new Set(result)]
  }
  const whole = arrivals.flatMap(({ packed }, i) =>
    packed === null ? [] : placesOf(i).map((place) => ({ ...place, packed })),
  )
  await insertBodies(tx, whole)
  for (const [i, { raw }] of arrivals.entries()) {
    if (raw instanceof Uint8Array) continue
    if (results[i] instanceof DomainError) await dropStaged(tx, [raw.staged])
    else if (!(await adoptStaged(tx, raw.staged, placesOf(i)))) throw new Error('The staged body is gone.')
  }
}
