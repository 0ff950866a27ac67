import { DomainError } from '../domain/domain-error.ts'
import { planThatLifts } from '../domain/plan.ts'
import type { Claimed } from '../domain/ports.ts'
import type { Deps } from './deps.ts'
import type { Principal } from './owners.ts'
import { OUTBOX } from './webhooks/outbox.ts'

/** Makes this address an inbox of the account, if it is free. */
export async function claimInbox(
  deps: Deps,
  principal: Principal,
  address: string,
  wish: { readonly label?: string | null; readonly expiresAt?: number | null } = {},
): Promise<Claimed> {
  const at = deps.clock.now()
  try {
    const claimed = await deps.store.claim({
      ...wish,
      address,
      accountId: principal.account.id,
      inboxCap: principal.plan.inboxes,
      at,
      heldSince: at - deps.policy.unclaimedTtlMs,
      webhooks: principal.plan.webhook_endpoints > 0,
    })
    // Those who follow the account's log; nobody can have waited for the inbox yet.
    if (claimed.claimed) deps.wakeup.ring([principal.account.id])
    if (claimed.deliveriesDue > 0) deps.wakeup.ringOne(OUTBOX)
    return claimed
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
