import { hashKey } from '../domain/api-key.ts'
import { DomainError } from '../domain/domain-error.ts'
import type { Store } from '../domain/ports.ts'
import { newToken, tokenHash } from '../domain/token.ts'
import { type CreatedAccount, createAccount, createKey } from './accounts.ts'

const SIGN_IN_MS = 24 * 3_600_000

/** What is shown once, at the first start. */
export interface FirstSecrets {
  readonly keyText: string
  /** Signs the owner in, once, within a day. */
  readonly signInToken: string
}

/** Makes the owner's account on an empty store; null where there are accounts already. */
export async function makeOwner(
  store: Store,
  now: number,
  email: string,
  keyText?: string,
): Promise<FirstSecrets | null> {
  const created = await createFirst(store, now, email, keyText)
  if (created === null) return null
  const signInToken = newToken()
  const hash = tokenHash(signInToken) as Buffer
  await store.people.createLink({ hash, kind: 'sign_in', userId: created.userId, expiresAt: now + SIGN_IN_MS })
  return { keyText: created.keyText, signInToken }
}

/** Makes sure that this key opens the owner's account, however often it is called. */
export async function ensureBootstrapKey(store: Store, now: number, email: string, keyText: string): Promise<void> {
  const isThere = () => hasKey(store, keyText)
  if (await isThere()) return
  const made = await createFirst(store, now, email, keyText)
  if (made !== null) return
  const [owner] = await store.accounts(null, 1)
  if (!owner) throw new DomainError('unavailable', 'The owner account is gone.')
  const wish = { accountId: owner.id, name: 'bootstrap key', scope: 'full', keyText } as const
  await unlessThere(() => createKey(store, now, wish), isThere)
}

async function hasKey(store: Store, keyText: string): Promise<boolean> {
  const holder = await store.keyByHash(hashKey(keyText))
  if (holder?.key.revokedAt) throw new DomainError('revoked_key', 'This bootstrap key was revoked. Choose another one.')
  return holder !== null
}

async function createFirst(store: Store, now: number, email: string, keyText?: string): Promise<CreatedAccount | null> {
  const isThere = async () => (await store.accounts(null, 1)).length > 0
  if (await isThere()) return null
  const wish = { email, plan: 'team', ...(keyText !== undefined && { keyText }) } as const
  return unlessThere(() => createAccount(store, now, wish), isThere)
}

/** Null where a node that starts at the same moment was first. */
async function unlessThere<T>(make: () => Promise<T>, isThere: () => Promise<boolean>): Promise<T | null> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'conflict' && (await isThere())) return null
    throw error
  }
}
