import type { Inbox } from '../domain/inbox.ts'
import type { MessageRow, Rendition } from '../domain/message.ts'
import type { Store } from '../domain/ports.ts'
import { findSuperseded } from './find-superseded.ts'
import { type Condition, failedConditions, type MessageFilter } from './mail-filter.ts'
import type { Found } from './message-view.ts'
import { withBodies } from './newest-messages.ts'
import type { Renditions } from './renditions.ts'

export interface Finder {
  readonly store: Store
  readonly renditions: Renditions
}

export interface Match {
  readonly row: MessageRow
  readonly rendition: Rendition
}

/** What a message lacks; of one that the row alone refuses, only what the row tells. */
export interface Miss {
  readonly row: MessageRow
  readonly failed: readonly Condition[]
}

export type Examined = (Match & { readonly failed: null }) | Miss

/** Looks at these messages one after the other. The body of one that its row refuses is not asked for. */
export async function* examine(
  { renditions }: Finder,
  inbox: Inbox,
  filter: MessageFilter,
  rows: AsyncIterable<MessageRow> | Iterable<MessageRow>,
  wanted: number,
): AsyncGenerator<Examined> {
  const refused = new Map<number, readonly Condition[]>()
  const read = async (seqs: readonly number[]): Promise<(Rendition | readonly Condition[] | null)[]> => {
    const asked = seqs.filter((seq) => !refused.has(seq))
    const bodies = asked.length === 0 ? [] : await renditions.whole(inbox.id, asked)
    return seqs.map((seq) => refused.get(seq) ?? bodies[asked.indexOf(seq)] ?? null)
  }
  const judged = judgeRows(filter, rows, refused)
  for await (const [row, found] of withBodies(judged, wanted, read)) {
    refused.delete(row.seq)
    if (isRefusal(found)) yield { row, failed: found }
    else {
      const failed = failedConditions(filter, row, found)
      yield failed.length === 0 ? { row, rendition: found, failed: null } : { row, failed }
    }
  }
}

async function* judgeRows(
  filter: MessageFilter,
  rows: AsyncIterable<MessageRow> | Iterable<MessageRow>,
  refused: Map<number, readonly Condition[]>,
): AsyncGenerator<MessageRow> {
  for await (const row of rows) {
    const failed = failedConditions(filter, row, null)
    if (failed.length > 0) refused.set(row.seq, failed)
    yield row
  }
}

function isRefusal(found: Rendition | readonly Condition[]): found is readonly Condition[] {
  return Array.isArray(found)
}

/** All that these messages lack. Of one that is gone no more can be said. */
export async function explainMisses(
  { renditions }: Finder,
  inbox: Inbox,
  filter: MessageFilter,
  misses: readonly Miss[],
): Promise<readonly Miss[]> {
  if (misses.length === 0 || (filter.contains === undefined && filter.has === undefined)) return misses
  const seqs = misses.map(({ row }) => row.seq)
  const bodies = await renditions.whole(inbox.id, seqs)
  return misses.map(({ row, failed }, i) => {
    const body = bodies[i]
    return { row, failed: body ? failedConditions(filter, row, body) : failed }
  })
}

/** Null where the message is gone. */
export async function findMessage(finder: Finder, inbox: Inbox, seq: number): Promise<Found | null> {
  const row = await finder.store.message(inbox.id, seq)
  const [rendition] = row ? await finder.renditions.whole(inbox.id, [seq]) : []
  if (!row || !rendition) return null
  const superseded = await findSuperseded(finder, inbox.id, [[row, rendition]])
  return { inbox, message: row, rendition, superseded: superseded.has(seq) }
}

/** The rest of what there is to know of these messages. Null where one of them is gone. */
export async function complete(
  finder: Finder,
  inbox: Inbox,
  examined: readonly Match[],
): Promise<readonly Found[] | null> {
  const superseded = await findSuperseded(
    finder,
    inbox.id,
    examined.map(({ row, rendition }) => [row, rendition] as const),
  )
  const found = await Promise.all(
    examined.map(async ({ row, rendition }): Promise<Found | null> => {
      const message = await finder.store.message(inbox.id, row.seq)
      return message && { inbox, message, rendition, superseded: superseded.has(row.seq) }
    }),
  )
  const there = found.filter((one) => one !== null)
  return there.length === examined.length ? there : null
}
