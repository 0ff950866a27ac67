import type { Inbox } from '../domain/inbox.ts'
import type { Store, Wakeup } from '../domain/ports.ts'
import { type MailPage, type MailQuery, readMail } from './read-mail.ts'
import type { Renditions } from './renditions.ts'
import { requireStillThere } from './require-still-there.ts'

/** Answers as soon as something matches; once the signal aborts, with an empty page. Throws once the inbox is deleted. */
export async function waitForMail(
  deps: { readonly store: Store; readonly wakeup: Wakeup; readonly renditions: Renditions },
  inbox: Inbox,
  query: MailQuery,
  signal: AbortSignal,
): Promise<MailPage> {
  // Armed before the read: a ring during the read is remembered, not lost.
  const bell = deps.wakeup.listen(inbox.id, signal)
  let seen = query.after
  for (;;) {
    const newest = (await deps.store.messages(inbox.id, { limit: 1 }))[0]?.seq ?? seen
    const page = await readMail(deps.store, deps.renditions, inbox, { ...query, after: seen })
    if (page.items.length > 0) return page
    seen = newest
    await requireStillThere(deps.store, inbox)
    if (!(await bell.next())) return page
  }
}
