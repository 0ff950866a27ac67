import type { Inbox } from '../domain/inbox.ts'
import type { Store, Wakeup } from '../domain/ports.ts'
import { type MailPage, type MailQuery, readMail } from './read-mail.ts'
import type { Renditions } from './renditions.ts'
import { requireStillThere } from './require-still-there.ts'
import type { Leave } from './wait-for-message.ts'

export interface MailWaitDeps {
  readonly store: Store
  readonly wakeup: Wakeup
  readonly renditions: Renditions
  readonly leave: Leave
}

/** Answers as soon as something matches; once the signal aborts, with an empty page. Throws once the inbox is deleted. */
export async function waitForMail(
  deps: MailWaitDeps,
  inbox: Inbox,
  query: MailQuery,
  signal: AbortSignal,
): Promise<MailPage> {
  // Armed before the read: a ring during the read is remembered, not lost.
  const bell = deps.wakeup.listen([inbox.id, deps.leave.bell], signal)
  let seen = query.after
  let over = signal.aborted
  for (;;) {
    const newest = (await deps.store.messages(inbox.id, { limit: 1 }))[0]?.seq ?? seen
    const page = await readMail(deps.store, deps.renditions, inbox, { ...query, after: seen })
    if (page.items.length > 0) return page
    if (over) return page
    seen = newest
    await requireStillThere(deps.store, inbox)
    // Whoever gives up looks once more: a ring may have been lost.
    over = !(await bell.next())
    await deps.leave.check()
  }
}
