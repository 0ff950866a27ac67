import type { EventType, LogEvent } from '../domain/event.ts'
import { type InboxCreated, inboxCreated, type MessageReceived, messageReceived } from '../domain/event-data.ts'
import type { Wakeup } from '../domain/ports.ts'
import type { Finder } from './find-messages.ts'
import { leaveOf, type Principal } from './owners.ts'

export interface FollowedEvent {
  readonly seq: number
  readonly type: EventType
  readonly data: MessageReceived | InboxCreated
}

export interface EventQuery {
  /** The seq of the last event seen. */
  readonly after: number
  /** One address alone; null for all. */
  readonly inbox: string | null
}

const EVENTS_AT_ONCE = 100

/**
 * The account's log from `after` on, and then as it grows, until the signal aborts or whoever follows is admitted no more.
 * Nothing is left out or repeated.
 */
export async function* followEvents(
  finder: Finder & { readonly wakeup: Wakeup },
  { account }: Principal,
  query: EventQuery,
  signal: AbortSignal,
  isAdmitted: () => Promise<boolean>,
): AsyncGenerator<FollowedEvent> {
  // Armed before the read: a ring during the read is remembered, not lost.
  const bell = finder.wakeup.listen([account.id, leaveOf(account.id)], signal)
  let after = query.after
  for (;;) {
    const events = await finder.store.events(account.id, after, EVENTS_AT_ONCE)
    for (const event of events) {
      after = event.seq
      const data = query.inbox === null || query.inbox === event.inbox ? await dataOf(finder, event) : null
      if (signal.aborted) return
      if (data) yield { seq: event.seq, type: event.type, data }
    }
    if (events.length === EVENTS_AT_ONCE) continue
    if (!(await bell.next()) || !(await isAdmitted())) return
  }
}

/** Null where the message is gone: there is nothing to hear of any more. */
async function dataOf(finder: Finder, event: LogEvent): Promise<MessageReceived | InboxCreated | null> {
  if (event.messageSeq === null) return inboxCreated(event, event.at)
  const message = await finder.store.message(event.inboxId, event.messageSeq)
  const [rendition] = message ? await finder.renditions.whole(event.inboxId, [event.messageSeq]) : []
  if (!message || !rendition) return null
  return { ...messageReceived(event, message), encrypted: rendition.encrypted }
}
