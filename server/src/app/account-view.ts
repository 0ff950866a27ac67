import { iso } from '../domain/iso.ts'
import type { Plan, PlanName } from '../domain/plan.ts'
import type { Deps } from './deps.ts'
import type { Principal } from './owners.ts'

/** The plan, what it allows, and what is used of it. */
export interface AccountView {
  readonly id: string
  readonly plan: PlanName
  readonly created_at: string
  readonly limits: Omit<Plan, 'price_eur'>
  readonly usage: {
    readonly inboxes: number
    readonly stored_bytes: number
    /** Invites that are open among them: they count as if they were members. */
    readonly members: number
    readonly webhook_endpoints: number
    readonly custom_domains: number
    readonly open_waits: number
  }
}

/** More than any plan has. */
const MOST_DOMAINS = 10_000

export async function viewAccount(
  { store, clock }: Deps,
  { account, plan }: Principal,
  openWaits: number,
): Promise<AccountView> {
  const [fresh, members, invites, webhooks, domains] = await Promise.all([
    store.account(account.id),
    store.people.members(account.id),
    store.people.invites(account.id, clock.now()),
    store.webhooks.list(account.id),
    store.domains.list(account.id, null, MOST_DOMAINS),
  ])
  const { id, plan: name, createdAt, inboxCount, storedBytes } = fresh ?? account
  const { price_eur: _price, ...limits } = plan
  return {
    id,
    plan: name,
    created_at: iso(createdAt),
    limits,
    usage: {
      inboxes: inboxCount,
      stored_bytes: storedBytes,
      members: members.length + invites.length,
      webhook_endpoints: webhooks.length,
      custom_domains: domains.length,
      open_waits: openWaits,
    },
  }
}
