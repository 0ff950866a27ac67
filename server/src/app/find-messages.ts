import type { Inbox } from '../domain/inbox.ts'
import type { MessageRow, Rendition } from '../domain/message.ts'
import type { Store } from '../domain/ports.ts'
import { failedConditions, type MessageFilter } from './mail-filter.ts'
import type { Found } from './message-view.ts'
import type { Renditions } from './renditions.ts'

export interface Finder {
  readonly store: Store
  readonly renditions: Renditions
}

const ROWS_AT_ONCE = 100
/** How far back an older code is compared with newer mail. */
const NEWER_LOOKED_AT = 100

export interface Examined {
  readonly row: MessageRow
  readonly rendition: Rendition
  /** None where it matches. */
  readonly failed: readonly string[]
}

/** Looks at messages from the newest on, one after the other, and says of each what it lacks. */
export async function* examine(
  { store, renditions }: Finder,
  inbox: Inbox,
  filter: MessageFilter,
  range: { readonly before?: number | undefined; readonly after?: number | undefined },
): AsyncGenerator<Examined> {
  let { before } = range
  for (;;) {
    const rows = await store.messages(inbox.id, {
      ...(before !== undefined && { before }),
      ...(range.after !== undefined && { after: range.after }),
      limit: ROWS_AT_ONCE,
    })
    for (const row of rows) {
      const [rendition] = await renditions.whole(inbox.id, [row.seq])
      if (rendition) yield { row, rendition, failed: failedConditions(filter, row, rendition) }
    }
    if (rows.length < ROWS_AT_ONCE) return
    before = rows.at(-1)?.seq
  }
}

/** Null where the message is gone. */
export async function findMessage(finder: Finder, inbox: Inbox, seq: number): Promise<Found | null> {
  const [rendition] = await finder.renditions.whole(inbox.id, [seq])
  return rendition ? complete(finder, inbox, seq, rendition) : null
}

/** The rest of what there is to know of a message whose rendition is at hand. Null where the message is gone. */
export async function complete(finder: Finder, inbox: Inbox, seq: number, rendition: Rendition): Promise<Found | null> {
  const message = await finder.store.message(inbox.id, seq)
  return message && { inbox, message, rendition, superseded: await isSuperseded(finder, inbox, message, rendition) }
}

async function isSuperseded(
  { store, renditions }: Finder,
  inbox: Inbox,
  message: MessageRow,
  { codes }: Rendition,
): Promise<boolean> {
  if (codes.length === 0) return false
  const newer = await store.messages(inbox.id, { after: message.seq, limit: NEWER_LOOKED_AT })
  for (const row of newer) {
    if (row.from !== message.from) continue
    const [rendition] = await renditions.whole(inbox.id, [row.seq])
    if (rendition && rendition.codes.length > 0) return true
  }
  return false
}
