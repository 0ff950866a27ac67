import { hashKey } from '../domain/api-key.ts'
import { DomainError } from '../domain/domain-error.ts'
import type { Store } from '../domain/ports.ts'
import { createAccount, createKey } from './accounts.ts'

/** The key of the owner's account on an empty store, to be shown once; null where there are accounts already. */
export async function makeOwner(store: Store, now: number, email: string, keyText?: string): Promise<string | null> {
  const [existing] = await store.accounts(null, 1)
  if (existing) return null
  const created = await createAccount(store, now, { email, plan: 'team', ...(keyText !== undefined && { keyText }) })
  return created.keyText
}

/** Makes sure that this key opens the owner's account, however often it is called. */
export async function ensureBootstrapKey(store: Store, now: number, email: string, keyText: string): Promise<void> {
  const holder = await store.keyByHash(hashKey(keyText))
  if (holder?.key.revokedAt) throw new DomainError('revoked_key', 'This bootstrap key was revoked. Choose another one.')
  if (holder) return
  const made = await makeOwner(store, now, email, keyText)
  if (made !== null) return
  const [owner] = await store.accounts(null, 1)
  if (!owner) throw new DomainError('unavailable', 'The owner account is gone.')
  await createKey(store, now, { accountId: owner.id, name: 'bootstrap key', scope: 'full', keyText })
}
