import type { Deps } from './deps.ts'

/** Whoever waits there is woken, and finds that there is nothing to wait for any more. */
export async function endInbox(deps: Deps, inboxId: string): Promise<void> {
  await deps.store.deleteInbox(inboxId)
  deps.wakeup.ring([inboxId])
}
