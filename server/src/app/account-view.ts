import { iso } from '../domain/iso.ts'
import type { Plan, PlanName } from '../domain/plan.ts'
import type { Store } from '../domain/ports.ts'
import type { Principal } from './owners.ts'

/** The plan, what it allows, and what is used of it. */
export interface AccountView {
  readonly id: string
  readonly plan: PlanName
  readonly created_at: string
  readonly limits: Omit<Plan, 'price_eur'>
  readonly usage: { readonly inboxes: number; readonly stored_bytes: number; readonly open_waits: number }
}

export async function viewAccount(store: Store, { account, plan }: Principal, openWaits: number): Promise<AccountView> {
  const fresh = (await store.account(account.id)) ?? account
  const { price_eur: _price, ...limits } = plan
  return {
    id: fresh.id,
    plan: fresh.plan,
    created_at: iso(fresh.createdAt),
    limits,
    usage: { inboxes: fresh.inboxCount, stored_bytes: fresh.storedBytes, open_waits: openWaits },
  }
}
