import assert from 'node:assert/strict'
import type { CustomDomain } from '../../domain/custom-domain.ts'
import type { CheckedDomain, NewDomain } from '../../domain/domain-store.ts'
import type { Store } from '../../domain/ports.ts'
import { note } from './people-scene.ts'
import { DAY, T0 } from './scene.ts'

export const SHOP = 'shop.test'

export function newDomain(accountId: string, options: Partial<NewDomain> = {}): NewDomain {
  return { accountId, name: SHOP, token: `token of ${accountId}`, createdAt: T0, cap: 100, ...options }
}

export async function addDomain(store: Store, accountId: string, name = SHOP): Promise<CustomDomain> {
  const { domain } = await store.domains.add(newDomain(accountId, { name }), note('domain.add'))
  return domain
}

/** A check that found everything, where nothing else is said. */
export function checked(accountId: string, options: Partial<CheckedDomain> = {}): CheckedDomain {
  return {
    accountId,
    name: SHOP,
    token: `token of ${accountId}`,
    zone: 'shop.test',
    nameServers: ['ns1.shop.test'],
    at: T0,
    basedOn: null,
    state: 'verified',
    missedAt: null,
    nextCheckAt: T0 + DAY,
    findings: [{ purpose: 'ownership', type: 'TXT', found: ['Zoë 🦋'], status: 'ok', hint: null }],
    extent: { subdomains: false, mtaSts: false },
    note: null,
    ...options,
  }
}

/** Based on the domain as it is. */
export async function record(
  store: Store,
  accountId: string,
  options: Partial<CheckedDomain> = {},
): Promise<CustomDomain | null> {
  const known = await store.domains.get(accountId, options.name ?? SHOP)
  const recorded = await store.domains.record(checked(accountId, { basedOn: known?.checkedAt ?? null, ...options }))
  assert.notEqual(recorded, 'overtaken')
  return recorded as CustomDomain | null
}

export async function verify(store: Store, accountId: string, options: Partial<CheckedDomain> = {}): Promise<void> {
  await addDomain(store, accountId, options.name)
  await record(store, accountId, options)
}

/** Who has which name, in the order in which that came about; `nobody` for one that was given up. */
export async function owners(store: Store, after = 0): Promise<string[]> {
  const names = await store.domains.verifiedSince(after, 100)
  return names.map(({ name, accountId }) => `${name} ${accountId ?? 'nobody'}`)
}
