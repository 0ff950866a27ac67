import { messageId } from '../domain/ids.ts'
import type { Inbox } from '../domain/inbox.ts'
import type { MessageRow, MessageText } from '../domain/message.ts'
import type { Store } from '../domain/ports.ts'
import { type MailFilter, matchesRow, matchesText } from './mail-filter.ts'
import type { Renditions } from './renditions.ts'

/** One element of the getMail answer: exactly these keys, all strings. */
export interface MailItem {
  readonly id: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly date: string
}

export interface MailQuery extends MailFilter {
  readonly limit: number
  /** Only what is older than the message with this seq. */
  readonly before?: number | undefined
  /** Only what is newer than the message with this seq. */
  readonly after?: number | undefined
}

export interface MailPage {
  readonly items: readonly MailItem[]
  /** The seq to continue before, where there is more. */
  readonly next: number | null
}

const ROWS_AT_ONCE = 100
const BODIES_AT_ONCE = 10
/** A page of large mails ends early rather than fill the memory; the rest is on the next page. */
const MAX_PAGE_CHARS = 8 * 1024 * 1024

/** The newest messages that match, newest first. */
export async function readMail(
  store: Store,
  renditions: Renditions,
  inbox: Inbox,
  query: MailQuery,
): Promise<MailPage> {
  const items: MailItem[] = []
  let chars = 0
  let last = query.before
  for await (const [row, rendition] of candidates(store, renditions, inbox, query)) {
    if (query.contains !== undefined && !matchesText(query, row, rendition)) continue
    const size = rendition.text.length + rendition.html.length
    if (items.length === query.limit || (items.length > 0 && chars + size > MAX_PAGE_CHARS)) {
      return { items, next: last ?? null }
    }
    chars += size
    last = row.seq
    items.push(toItem(inbox, row, rendition))
  }
  return { items, next: null }
}

async function* candidates(
  store: Store,
  renditions: Renditions,
  inbox: Inbox,
  query: MailQuery,
): AsyncGenerator<[MessageRow, MessageText]> {
  let waiting: MessageRow[] = []
  for await (const row of matchingRows(store, inbox, query)) {
    waiting.push(row)
    if (waiting.length < Math.min(BODIES_AT_ONCE, query.limit)) continue
    yield* withBodies(renditions, inbox, waiting)
    waiting = []
  }
  yield* withBodies(renditions, inbox, waiting)
}

async function* matchingRows(store: Store, inbox: Inbox, query: MailQuery): AsyncGenerator<MessageRow> {
  let { before } = query
  for (;;) {
    const rows = await store.messages(inbox.id, {
      ...(before !== undefined && { before }),
      ...(query.after !== undefined && { after: query.after }),
      limit: ROWS_AT_ONCE,
    })
    for (const row of rows) {
      // Moments rise with the seq, so all that follows is older still.
      if (query.since !== undefined && row.receivedAt < query.since) return
      if (matchesRow(query, row)) yield row
    }
    if (rows.length < ROWS_AT_ONCE) return
    before = rows.at(-1)?.seq
  }
}

async function* withBodies(
  renditions: Renditions,
  inbox: Inbox,
  rows: readonly MessageRow[],
): AsyncGenerator<[MessageRow, MessageText]> {
  const bodies = await renditions.texts(
    inbox.id,
    rows.map((row) => row.seq),
  )
  for (const [i, row] of rows.entries()) {
    const body = bodies[i]
    if (body) yield [row, body]
  }
}

function toItem(inbox: Inbox, row: MessageRow, rendition: MessageText): MailItem {
  return {
    id: messageId(inbox.id, row.seq),
    from: row.from || row.envelopeFrom,
    subject: row.subject,
    text: rendition.text,
    html: rendition.html,
    date: new Date(row.receivedAt).toISOString(),
  }
}
