import type { User } from '../domain/account.ts'
import { parseAddress } from '../domain/address.ts'
import { type ApiKey, hashKey, type KeyRole, type KeyScope, keyPrefix, newKeyText } from '../domain/api-key.ts'
import { DomainError } from '../domain/domain-error.ts'
import { newId } from '../domain/ids.ts'
import type { AuditActor } from '../domain/people-store.ts'
import type { PlanName, PlanTable } from '../domain/plan.ts'
import type { AccountListing, NewKey, Store } from '../domain/ports.ts'
import { makeNote, NOBODY } from './people/audit.ts'

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
  readonly role?: KeyRole
  readonly createdBy?: string | null
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
  const account = { id: accountId, plan: wish.plan, createdAt: now, inboxCount: 0, storedBytes: 0, suspendedAt: null }
  await store.createAccount({ account, user, key })
  return { accountId, userId: user.id, keyText }
}

/** `actor` is nobody where it was a command on the server. */
export async function createKey(
  store: Store,
  now: number,
  wish: KeyWish,
  actor: AuditActor = NOBODY,
): Promise<CreatedKey> {
  if (!(await store.account(wish.accountId)))
    throw new DomainError('not_found', `There is no account ${wish.accountId}.`)
  const made = makeKey(now, wish)
  await store.createKey(made, makeNote(now, actor, 'key.create', made.key.id, `${wish.name} (${wish.scope})`))
  return { key: made.key, keyText: made.keyText }
}

export async function revokeKey(store: Store, now: number, keyId: string, actor: AuditActor = NOBODY): Promise<void> {
  const note = makeNote(now, actor, 'key.revoke', keyId, null)
  if (!(await store.revokeKey(keyId, now, note))) throw new DomainError('not_found', `There is no key ${keyId}.`)
}

export async function setPlan(
  store: Store,
  plans: PlanTable,
  now: number,
  accountId: string,
  plan: PlanName,
  actor: AuditActor = NOBODY,
): Promise<void> {
  const note = makeNote(now, actor, 'plan.set', accountId, plan)
  if (await store.setPlan(accountId, plan, plans[plan].webhook_endpoints, note)) return
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

export function makeKey(now: number, wish: KeyWish): NewKey & { readonly keyText: string } {
  const keyText = wish.keyText ?? newKeyText()
  const prefix = keyPrefix(keyText)
  const key: ApiKey = {
    id: newId(prefix === 'tkc_' ? 'dev' : 'key'),
    accountId: wish.accountId,
    name: wish.name,
    prefix,
    last4: keyText.slice(-4),
    scope: wish.scope,
    role: wish.role ?? 'admin',
    createdAt: now,
    createdBy: wish.createdBy ?? null,
    lastUsedAt: null,
    revokedAt: null,
  }
  return { key, hash: hashKey(keyText), keyText }
}
