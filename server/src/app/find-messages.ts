import type { Inbox } from '../domain/inbox.ts'
import type { MessageRow, Rendition } from '../domain/message.ts'
import type { Store } from '../domain/ports.ts'
import { findSuperseded } from './find-superseded.ts'
import { failedConditions, type MessageFilter } from './mail-filter.ts'
import type { Found } from './message-view.ts'
import { withBodies } from './newest-messages.ts'
import type { Renditions } from './renditions.ts'

export interface Finder {
  readonly store: Store
  readonly renditions: Renditions
}

export interface Examined {
  readonly row: MessageRow
  readonly rendition: Rendition
  /** None where it matches. */
  readonly failed: readonly string[]
}

/** Looks at these messages one after the other, and says of each what it lacks. */
export async function* examine(
  { renditions }: Finder,
  inbox: Inbox,
  filter: MessageFilter,
  rows: AsyncIterable<MessageRow> | Iterable<MessageRow>,
  wanted: number,
): AsyncGenerator<Examined> {
  for await (const [row, rendition] of withBodies(rows, wanted, (seqs) => renditions.whole(inbox.id, seqs))) {
    yield { row, rendition, failed: failedConditions(filter, row, rendition) }
  }
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
  examined: readonly Examined[],
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
