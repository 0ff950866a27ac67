import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashKey, newKeyText } from '../domain/api-key.ts'
import type { Store } from '../domain/ports.ts'
import { openMemoryStore } from '../drivers/memory/store.ts'
import { createKey, revokeKey } from './accounts.ts'
import { ensureBootstrapKey, makeOwner } from './first-start.ts'

const NOW = Date.UTC(2026, 0, 1)
const OWNER = 'owner@mayfly.test'

const openStore = (): Store => openMemoryStore({ maxBytes: 1024 ** 2, maxPerAddress: 50 })

test('of two nodes that start at once on an empty store one makes the owner, and the other finds it made', async () => {
  const store = openStore()
  const made = await Promise.all([makeOwner(store, NOW, OWNER), makeOwner(store, NOW, OWNER)])
  assert.equal(made.filter((secrets) => secrets !== null).length, 1)
  assert.equal((await store.accounts(null, 10)).length, 1)
  assert.equal(await makeOwner(store, NOW, OWNER), null)
})

test('two nodes with the same bootstrap key start at once, on an empty store and on one with an owner', async () => {
  const store = openStore()
  for (const keyText of [newKeyText(), newKeyText()]) {
    await Promise.all([1, 2].map(() => ensureBootstrapKey(store, NOW, OWNER, keyText)))
    const [owner, ...others] = await store.accounts(null, 10)
    assert.deepEqual(others, [])
    assert.equal((await store.keyByHash(hashKey(keyText)))?.account.id, owner?.id)
  }
})

test('a bootstrap key that was revoked is refused', async () => {
  const store = openStore()
  await makeOwner(store, NOW, OWNER)
  const [owner] = await store.accounts(null, 1)
  const wish = { accountId: owner?.id ?? '', name: 'key', scope: 'full' } as const
  const { key, keyText } = await createKey(store, NOW, wish)
  await revokeKey(store, NOW, key.id)
  await assert.rejects(ensureBootstrapKey(store, NOW, OWNER, keyText), { code: 'revoked_key' })
})

test('a conflict that leaves nothing behind is an error', async () => {
  const store = openStore()
  const keyText = newKeyText()
  await ensureBootstrapKey(store, NOW, OWNER, keyText)
  const [owner] = await store.accounts(null, 1)
  await store.people.deleteAccount(owner?.id ?? '', NOW)
  await assert.rejects(ensureBootstrapKey(store, NOW, OWNER, keyText), { code: 'conflict' })
  assert.deepEqual(await store.accounts(null, 1), [])
})
