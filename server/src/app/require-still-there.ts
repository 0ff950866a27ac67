import { DomainError } from '../domain/domain-error.ts'
import type { Inbox } from '../domain/inbox.ts'
import type { Store } from '../domain/ports.ts'

/** For whoever waits and has found nothing: in an inbox that is gone nothing will ever come. */
export async function requireStillThere(store: Store, { id, accountId }: Inbox): Promise<void> {
  // What is deleted has no owner any more, whether the store still takes it apart or not.
  if ((await store.inboxById(id))?.accountId === accountId) return
  throw new DomainError('not_found', 'The inbox was deleted while you waited. Begin anew: a wait makes it again.')
}
