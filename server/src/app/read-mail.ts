import { messageId } from '../domain/ids.ts'
import type { Inbox } from '../domain/inbox.ts'
import { iso } from '../domain/iso.ts'
import type { MessageRow, MessageText } from '../domain/message.ts'
import type { Store } from '../domain/ports.ts'
import { type MailFilter, matchesText, matchingRows } from './mail-filter.ts'
import { newestRows, type SeqRange, takePage, withBodies } from './newest-messages.ts'
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

export interface MailQuery extends MailFilter, SeqRange {
  readonly limit: number
}

export interface MailPage {
  readonly items: readonly MailItem[]
  /** The seq to continue before, where there is more. */
  readonly next: number | null
}

/** The newest messages that match, newest first. */
export async function readMail(
  store: Store,
  renditions: Renditions,
  inbox: Inbox,
  query: MailQuery,
): Promise<MailPage> {
  const rows = matchingRows(newestRows(store, inbox.id, query), query)
  const messages = withBodies(rows, query.limit, (seqs) => renditions.texts(inbox.id, seqs))
  const { taken, next } = await takePage(messages, query.limit, (row, body) => matchesText(query, row, body))
  return { items: taken.map(([row, body]) => toItem(inbox, row, body)), next }
}

function toItem(inbox: Inbox, row: MessageRow, rendition: MessageText): MailItem {
  return {
    id: messageId(inbox.id, row.seq),
    from: row.from || row.envelopeFrom,
    subject: row.subject,
    text: rendition.text,
    html: rendition.html,
    date: iso(row.receivedAt),
  }
}
