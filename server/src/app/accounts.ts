import type { User } from '../domain/account.ts'
import { parseAddress } from '../domain/address.ts'
import { type ApiKey, hashKey, type KeyScope, keyPrefix, newKeyText } from '../domain/api-key.ts'
import { DomainError } from '../domain/domain-error.ts'
import { newId } from '../domain/ids.ts'
import type { PlanName, PlanTable } from '../domain/plan.ts'
import type { AccountListing, NewKey, Store } from '../domain/ports.ts'

export interface CreatedAccount {
  readonly accountId: string
  readonly userId: string
  readonly keyText: string
}

export interface CreatedKey {
  readonly key: ApiKey
  /** The only time that it is shown. */
  readonly keyText: string
}

interface KeyWish {
  readonly accountId: string
  readonly name: string
  readonly scope: KeyScope
  readonly keyText?: string
}

/** An account with its owner and a first key. */
export async function createAccount(
  store: Store,
  now: number,
  wish: { readonly email: string; readonly plan: PlanName; readonly keyText?: string },
): Promise<CreatedAccount> {
  const accountId = newId('acc')
  const user: User = {
    id: newId('usr'),
    accountId,
    email: parseAddress(wish.email).text,
    role: 'owner',
    createdAt: now,
  }
  const { keyText, ...key } = makeKey(now, { ...wish, accountId, name: 'first key', scope: 'full' })
  const account = { id: accountId, plan: wish.plan, createdAt: now, inboxCount: 0, storedBytes: 0 }
  await store.createAccount({ account, user, key })
  return { accountId, userId: user.id, keyText }
}

export async function createKey(store: Store, now: number, wish: KeyWish): Promise<CreatedKey> {
  if (!(await store.account(wish.accountId)))
    throw new DomainError('not_found', `There is no account ${wish.accountId}.`)
  const made = makeKey(now, wish)
  await store.createKey(made)
  return { key: made.key, keyText: made.keyText }
}

/** Of this account alone: another one's keys are not there. */
export async function revokeOwnKey(store: Store, now: number, accountId: string, keyId: string): Promise<void> {
  const own = (await store.keys(accountId)).some((key) => key.id === keyId)
  if (!own) throw new DomainError('not_found', `You have no key ${keyId}.`)
  await store.revokeKey(keyId, now)
}

export async function revokeKey(store: Store, now: number, keyId: string): Promise<void> {
  if (!(await store.revokeKey(keyId, now))) throw new DomainError('not_found', `There is no key ${keyId}.`)
}

export async function setPlan(store: Store, plans: PlanTable, accountId: string, plan: PlanName): Promise<void> {
  if (!(await store.setPlan(accountId, plan, plans[plan].webhook_endpoints)))
    throw new DomainError('not_found', `There is no account ${accountId}.`)
}

export async function* listAccounts(store: Store): AsyncGenerator<AccountListing> {
  const limit = 100
  let after: string | null = null
  for (;;) {
    const page: readonly AccountListing[] = await store.accounts(after, limit)
    yield* page
    if (page.length < limit) return
    after = page.at(-1)?.id ?? null
  }
}

function makeKey(now: number, wish: KeyWish): NewKey & { readonly keyText: string } {
  const keyText = wish.keyText ?? newKeyText()
  const key: ApiKey = {
    id: newId('key'),
    accountId: wish.accountId,
    name: wish.name,
    prefix: keyPrefix(keyText),
    last4: keyText.slice(-4),
    scope: wish.scope,
    createdAt: now,
    createdBy: null,
    lastUsedAt: null,
    revokedAt: null,
  }
  return { key, hash: hashKey(keyText), keyText }
}
