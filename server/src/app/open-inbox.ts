import { parseAddress } from '../domain/address.ts'
import { DomainError } from '../domain/domain-error.ts'
import type { Inbox } from '../domain/inbox.ts'
import { requireServed } from '../domain/service-domains.ts'
import { claimInbox } from './claim-inbox.ts'
import type { Deps } from './deps.ts'
import { endInbox, isOver } from './inboxes.ts'
import type { Principal } from './owners.ts'
import type { Touches } from './touches.ts'

/** The inbox of this address for a reader: claimed by the first one, refused to every other account. */
export async function openInbox(deps: Deps, touches: Touches, principal: Principal, email: string): Promise<Inbox> {
  const address = parseAddress(email)
  requireServed(deps.policy.domains, address)
  const found = await deps.store.inboxByAddress(address.text)
  if (!found || found.accountId === null) return (await claimInbox(deps, principal, address.text)).inbox
  if (found.accountId !== principal.account.id) throw taken()
  const now = deps.clock.now()
  if (isOver(deps, found)) return renew(deps, principal, found)
  touches.inbox(found.id, found.lastReadAt, now)
  return found
}

/** Its time is over, though the sweep has not come by yet: whoever reads it now begins a new one. */
async function renew(deps: Deps, principal: Principal, expired: Inbox): Promise<Inbox> {
  await endInbox(deps, expired.id)
  return (await claimInbox(deps, principal, expired.address)).inbox
}

function taken(): DomainError {
  return new DomainError('inbox_taken', 'This address is an inbox of another account. Choose another address.')
}
