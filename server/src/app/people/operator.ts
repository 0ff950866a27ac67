import { reaches } from '../../domain/account.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { AccountSummary } from '../../domain/people-store.ts'
import type { PlanName } from '../../domain/plan.ts'
import type { Store } from '../../domain/ports.ts'
import { setPlan } from '../accounts.ts'
import type { Deps } from '../deps.ts'
import type { Principal, UserPrincipal } from '../owners.ts'
import { actorOf, makeNote } from './audit.ts'
import { notThere } from './not-there.ts'

/** The first account is the operator's. It is never deleted, so that nobody else can become the first. */
export class Instance {
  readonly #store: Store
  #ownerId: string | null = null

  constructor(store: Store) {
    this.#store = store
  }

  async isOwner(accountId: string): Promise<boolean> {
    this.#ownerId ??= (await this.#store.accounts(null, 1))[0]?.id ?? null
    return this.#ownerId === accountId
  }

  /** Somebody who looks after the whole service. */
  async isOperator({ account, user, role }: Principal): Promise<boolean> {
    return user !== null && reaches(role, 'admin') && (await this.isOwner(account.id))
  }
}

export interface AccountChange {
  readonly plan?: PlanName | undefined
  readonly suspended?: boolean | undefined
}

export async function searchAccounts(
  { store }: Deps,
  text: string,
  after: string | null,
  limit: number,
): Promise<{ readonly accounts: readonly AccountSummary[]; readonly next: string | null }> {
  const found = await store.people.searchAccounts(text, after, limit + 1)
  const accounts = found.slice(0, limit)
  return { accounts, next: found.length > limit ? (accounts.at(-1)?.id ?? null) : null }
}

export async function changeAccount(
  deps: Deps,
  instance: Instance,
  principal: UserPrincipal,
  accountId: string,
  { plan, suspended }: AccountChange,
): Promise<AccountSummary> {
  const { store, clock, policy } = deps
  if (suspended && (await instance.isOwner(accountId))) {
    throw new DomainError('conflict', "This is the operator's own account. It cannot be suspended.")
  }
  const now = clock.now()
  const actor = actorOf(principal)
  if (plan !== undefined) await setPlan(store, policy.plans, now, accountId, plan, actor)
  if (suspended !== undefined) {
    const note = makeNote(now, actor, suspended ? 'account.suspend' : 'account.resume', accountId, null)
    if (!(await store.people.setSuspended(accountId, suspended ? now : null, note))) throw notThere('account')
  }
  const [changed] = await store.people.searchAccounts(accountId, null, 1)
  if (!changed) throw notThere('account')
  return changed
}
