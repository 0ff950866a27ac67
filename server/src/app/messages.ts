import { DomainError } from '../domain/domain-error.ts'
import { parseMessageId } from '../domain/ids.ts'
import type { Inbox } from '../domain/inbox.ts'
import type { MessageRow, Rendition } from '../domain/message.ts'
import type { AttachmentContent, MimeReader } from '../domain/ports.ts'
import type { Deps } from './deps.ts'
import { type Finder, findMessage } from './find-messages.ts'
import { findSuperseded } from './find-superseded.ts'
import { failedConditions, type MessageFilter, matchingRows } from './mail-filter.ts'
import type { Found, Listed } from './message-view.ts'
import { newestRows, takePage, withBodies } from './newest-messages.ts'
import type { Principal } from './owners.ts'

export interface MessageQuery extends MessageFilter {
  readonly limit: number
  readonly before?: number | undefined
}

export interface ListedPage {
  readonly listed: readonly Listed[]
  /** The seq to continue before, where there is more. */
  readonly next: number | null
}

/** The newest messages that match, newest first. */
export async function listMessages(finder: Finder, inbox: Inbox, query: MessageQuery): Promise<ListedPage> {
  const rows = matchingRows(newestRows(finder.store, inbox.id, query), query)
  const messages = withBodies(rows, query.limit, (seqs) => finder.renditions.whole(inbox.id, seqs))
  const matches = (row: MessageRow, rendition: Rendition) => failedConditions(query, row, rendition).length === 0
  const { taken, next } = await takePage(messages, query.limit, matches)
  const superseded = await findSuperseded(finder, inbox.id, taken)
  const listed = taken.map(([row, rendition]) => ({
    inbox,
    message: row,
    rendition,
    superseded: superseded.has(row.seq),
  }))
  return { listed, next }
}

/** A message of this account. What belongs to another is not there. */
export async function ownMessage(finder: Finder, principal: Principal, id: string): Promise<Found> {
  const place = await ownPlace(finder, principal, id)
  const found = await findMessage(finder, place.inbox, place.seq)
  if (!found) throw gone()
  return found
}

export async function rawMessage(finder: Finder, principal: Principal, id: string): Promise<Uint8Array> {
  const { inbox, seq } = await ownPlace(finder, principal, id)
  const raw = await finder.store.raw(inbox.id, seq)
  if (!raw) throw gone()
  return raw
}

export async function readAttachment(
  finder: Finder,
  mime: MimeReader,
  principal: Principal,
  id: string,
  index: number,
): Promise<AttachmentContent> {
  const content = await mime.attachment(await rawMessage(finder, principal, id), index)
  if (!content) throw new DomainError('not_found', 'This message has no such attachment.')
  return content
}

/** A document that is safe to show; of a message without HTML, its text. */
export async function showMessage(
  finder: Finder,
  mime: MimeReader,
  principal: Principal,
  id: string,
  remote: boolean,
): Promise<string> {
  const { inbox, seq } = await ownPlace(finder, principal, id)
  const [rendition] = await finder.renditions.whole(inbox.id, [seq])
  const raw = await finder.store.raw(inbox.id, seq)
  if (!rendition || !raw) throw gone()
  const html = rendition.html === '' ? `<pre>${escapeHtml(rendition.text)}</pre>` : rendition.html
  return mime.safeHtml(raw, { ...rendition, html }, remote)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** As it is afterwards. */
export async function markSeen(finder: Finder, principal: Principal, id: string, seen: boolean): Promise<Found> {
  const { inbox, seq } = await ownPlace(finder, principal, id)
  if (!(await finder.store.markSeen(inbox.id, seq, seen))) throw gone()
  return ownMessage(finder, principal, id)
}

export async function deleteMessage(finder: Finder, principal: Principal, id: string): Promise<void> {
  const { inbox, seq } = await ownPlace(finder, principal, id)
  if ((await finder.store.deleteMessages(inbox.id, [seq])) === 0) throw gone()
}

const DELETED_AT_ONCE = 100

/** Deletes what is there now, in steps between which mail flows. Answers with how many went. */
export async function emptyInbox({ store }: Deps, inbox: Inbox): Promise<number> {
  let deleted = 0
  for (let before = inbox.lastSeq + 1; ; ) {
    const rows = await store.messages(inbox.id, { before, limit: DELETED_AT_ONCE })
    const seqs = rows.map((row) => row.seq)
    if (seqs.length > 0) deleted += await store.deleteMessages(inbox.id, seqs)
    if (rows.length < DELETED_AT_ONCE) return deleted
    before = seqs.at(-1) ?? 0
  }
}

async function ownPlace({ store }: Finder, { account }: Principal, id: string): Promise<{ inbox: Inbox; seq: number }> {
  const place = parseMessageId(id)
  const inbox = place && (await store.inboxById(place.inboxId))
  if (!inbox || inbox.accountId !== account.id) throw gone()
  return { inbox, seq: place.seq }
}

function gone(): DomainError {
  return new DomainError('not_found', 'There is no such message: it never was, has been deleted, or has expired.')
}
