import { parseAddress } from '../domain/address.ts'
import { DomainError } from '../domain/domain-error.ts'
import type { Inbox } from '../domain/inbox.ts'
import { planThatLifts } from '../domain/plan.ts'
import { requireServed } from '../domain/service-domains.ts'
import type { Deps } from './deps.ts'
import type { Principal } from './owners.ts'
import type { Touches } from './touches.ts'

/** The inbox of this address for a reader: claimed by the first one, refused to every other account. */
export async function openInbox(deps: Deps, touches: Touches, principal: Principal, email: string): Promise<Inbox> {
  const address = parseAddress(email)
  requireServed(deps.policy.domains, address)
  const found = await deps.store.inboxByAddress(address.text)
  if (!found || found.accountId === null) return claimInbox(deps, principal, address.text)
  if (found.accountId !== principal.account.id) throw taken()
  touches.inbox(found.id, found.lastReadAt, deps.clock.now())
  return found
}

async function claimInbox(deps: Deps, principal: Principal, address: string): Promise<Inbox> {
  const at = deps.clock.now()
  try {
    const { inbox } = await deps.store.claim({
      address,
      accountId: principal.account.id,
      inboxCap: principal.plan.inboxes,
      at,
      heldSince: at - deps.policy.unclaimedTtlMs,
    })
    return inbox
  } catch (error) {
    throw error instanceof DomainError && error.code === 'inbox_limit_reached' ? overCap(deps, principal) : error
  }
}

function overCap(deps: Deps, { account, plan }: Principal): DomainError {
  const advice = planThatLifts(deps.policy.plans, 'inboxes', account.plan)
  return new DomainError(
    'inbox_limit_reached',
    `Your ${account.plan} plan has ${plan.inboxes} inboxes, all in use. Delete one, or wait until one lapses. ${advice}`,
  )
}

function taken(): DomainError {
  return new DomainError('inbox_taken', 'This address is an inbox of another account. Choose another address.')
}
