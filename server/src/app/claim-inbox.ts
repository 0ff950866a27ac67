import { domainOf } from '../domain/address.ts'
import { DomainError } from '../domain/domain-error.ts'
import { planThatLifts } from '../domain/plan.ts'
import type { Claimed } from '../domain/ports.ts'
import type { MailDeps } from './deps.ts'
import { endInbox } from './end-inbox.ts'
import type { Principal } from './owners.ts'
import { OUTBOX } from './webhooks/outbox.ts'

interface Wish {
  readonly label?: string | null
  readonly expiresAt?: number | null
}

/** Makes this address an inbox of the account, if it is free. On a domain of its own it is. */
export async function claimInbox(
  deps: MailDeps,
  principal: Principal,
  address: string,
  wish: Wish = {},
): Promise<Claimed> {
  try {
    return await claim(deps, principal, address, wish)
  } catch (error) {
    const keeper = deps.served.keeperOf(domainOf(address))
    const isTaken = error instanceof DomainError && error.code === 'inbox_taken'
    if (!isTaken || keeper?.accountId !== principal.account.id) throw error
    // It is of somebody who had the domain before.
    const former = await deps.store.inboxByAddress(address)
    if (former && former.accountId !== principal.account.id) await endInbox(deps, former.id)
    return claim(deps, principal, address, wish)
  }
}

async function claim(deps: MailDeps, principal: Principal, address: string, wish: Wish): Promise<Claimed> {
  const at = deps.clock.now()
  // What was held while the domain was another account's, or nobody's, is not handed over.
  const since = deps.served.keeperOf(domainOf(address))?.since ?? 0
  try {
    const claimed = await deps.store.claim({
      ...wish,
      address,
      accountId: principal.account.id,
      inboxCap: principal.plan.inboxes,
      at,
      heldSince: Math.max(since, at - deps.policy.unclaimedTtlMs),
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

function overCap(deps: MailDeps, { account, plan }: Principal): DomainError {
  const advice = planThatLifts(deps.policy.plans, 'inboxes', account.plan)
  return new DomainError(
    'inbox_limit_reached',
    `Your ${account.plan} plan has ${plan.inboxes} inboxes, all in use. Delete one, or wait until one lapses. ${advice}`,
  )
}
