import { DomainError } from '../domain/domain-error.ts'
import type { Inbox } from '../domain/inbox.ts'
import type { Clock, Wakeup } from '../domain/ports.ts'
import type { Finder } from './find-messages.ts'
import { MessageWait, type Waited, type WaitQuery } from './message-wait.ts'
import type { Refusals } from './refusals.ts'
import { requireStillThere } from './require-still-there.ts'

export interface WaitDeps extends Finder {
  readonly wakeup: Wakeup
  readonly clock: Clock
  readonly refusals: Refusals
  readonly leave: Leave
}

/** By what right somebody waits: their key may be revoked meanwhile. */
export interface Leave {
  /** Rings when it may have ended. */
  readonly bell: string
  /** Throws once it has. */
  readonly check: Recheck
}

export type Recheck = () => Promise<unknown>

/**
 * Answers as soon as `count` messages match; once the signal aborts, with what came close. Throws once the inbox is
 * deleted.
 */
export async function waitForMessage(
  deps: WaitDeps,
  inbox: Inbox,
  query: WaitQuery,
  signal: AbortSignal,
): Promise<Waited> {
  if (query.claim && query.count > 1) {
    throw new DomainError('invalid_request', 'A claiming wait takes one message at a time.', {
      faults: [{ pointer: '/count', detail: 'must be 1 with claim=true' }],
    })
  }
  // Armed before the read: a ring during the read is remembered, not lost.
  const bell = deps.wakeup.listen([inbox.id, deps.leave.bell], signal)
  const wait = new MessageWait(deps, inbox, query, signal)
  let over = signal.aborted
  for (;;) {
    const received = await wait.look()
    if (received) return received
    if (over) return wait.timedOut()
    await requireStillThere(deps.store, inbox)
    // Whoever gives up looks once more: a ring may have been lost.
    over = !(await bell.next())
    await deps.leave.check()
  }
}
