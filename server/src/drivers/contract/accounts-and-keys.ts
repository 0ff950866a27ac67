import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { newId } from '../../domain/ids.ts'
import { accountOf, newAccount, newKey, type OpenStore, owner, rejectsWith, scenario, T0 } from './scene.ts'

const NONE = new Map<string, number>()

export function accountsAndKeys(open: OpenStore): void {
  describe('accounts', () => accounts(open))
  describe('keys', () => keys(open))
}

function accounts(open: OpenStore): void {
  scenario(open, 'an account is made with its user and its key in one go', async (store) => {
    const made = newAccount({ plan: 'team', email: 'ann@owner.test' })
    await store.createAccount(made)
    assert.deepEqual({ ...(await store.account(made.account.id)) }, made.account)
    const holder = await store.keyByHash(made.key.hash)
    assert.deepEqual({ ...holder?.key }, made.key.key)
    assert.deepEqual({ ...holder?.account }, made.account)
    assert.deepEqual(
      (await store.accounts(null, 10)).map((listed) => ({ ...listed })),
      [{ ...made.account, email: 'ann@owner.test' }],
    )
  })

  scenario(open, 'an account may be made without a key', async (store) => {
    const made = newAccount()
    await store.createAccount({ ...made, key: null })
    assert.ok(await store.account(made.account.id))
    assert.equal(await store.keyByHash(made.key.hash), null)
  })

  scenario(open, 'an unknown account is null', async (store) => {
    assert.equal(await store.account(newId('acc')), null)
  })

  scenario(open, 'accounts are listed page by page in the order of their making', async (store) => {
    assert.deepEqual(await store.accounts(null, 2), [])
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      // All at the same moment: the order of making is not to be had from the time.
      const made = newAccount()
      await store.createAccount(made)
      ids.push(made.account.id)
    }
    const seen: string[] = []
    const sizes: number[] = []
    for (let after: string | null = null; sizes.at(-1) !== 0; after = seen.at(-1) ?? null) {
      const page = await store.accounts(after, 2)
      sizes.push(page.length)
      seen.push(...page.map((listed) => listed.id))
    }
    assert.deepEqual(seen, ids)
    assert.deepEqual(sizes, [2, 2, 1, 0])
  })

  scenario(open, 'a plan is set where there is such an account', async (store) => {
    const made = newAccount({ plan: 'free' })
    await store.createAccount(made)
    assert.equal(await store.setPlan(made.account.id, 'elite', 10), true)
    assert.equal((await accountOf(store, made.account.id)).plan, 'elite')
    assert.equal((await store.keyByHash(made.key.hash))?.account.plan, 'elite')
    assert.equal(await store.setPlan(newId('acc'), 'elite', 10), false)
  })

  scenario(
    open,
    'an e-mail address has one account, whatever its case, and a refused one leaves nothing',
    async (store) => {
      await store.createAccount(newAccount({ email: 'ann@owner.test' }))
      const second = newAccount({ email: 'Ann@OWNER.test' })
      await rejectsWith('conflict', store.createAccount(second))
      assert.equal(await store.account(second.account.id), null)
      assert.equal(await store.keyByHash(second.key.hash), null)
      assert.equal((await store.accounts(null, 10)).length, 1)
    },
  )

  scenario(open, 'an account whose key is known already is refused and leaves nothing', async (store) => {
    const first = newAccount()
    await store.createAccount(first)
    const second = newAccount({ email: 'bob@owner.test' })
    await rejectsWith('conflict', store.createAccount({ ...second, key: { ...second.key, hash: first.key.hash } }))
    assert.equal(await store.account(second.account.id), null)
    assert.equal((await store.keyByHash(first.key.hash))?.account.id, first.account.id)
    await store.createAccount(newAccount({ email: 'bob@owner.test' }))
  })
}

function keys(open: OpenStore): void {
  scenario(open, 'a key is found by its hash, with its account', async (store) => {
    const accountId = await owner(store)
    const made = newKey(accountId)
    await store.createKey({ ...made, key: { ...made.key, name: 'Zoë 🔑', prefix: 'tkc_', scope: 'codes' } })
    const holder = await store.keyByHash(made.hash)
    assert.deepEqual({ ...holder?.key }, { ...made.key, name: 'Zoë 🔑', prefix: 'tkc_', scope: 'codes' })
    assert.equal(holder?.account.id, accountId)
  })

  scenario(open, 'an unknown hash is null', async (store) => {
    await owner(store)
    assert.equal(await store.keyByHash(newKey('').hash), null)
  })

  scenario(open, 'the same hash twice is a conflict', async (store) => {
    const accountId = await owner(store)
    const first = newKey(accountId)
    await store.createKey(first)
    await rejectsWith('conflict', store.createKey({ ...newKey(accountId), hash: first.hash }))
    assert.equal((await store.keyByHash(first.hash))?.key.id, first.key.id)
  })

  scenario(open, 'a revoked key is still found, and keeps the first moment', async (store) => {
    const made = newAccount()
    await store.createAccount(made)
    assert.equal(await store.revokeKey(made.key.key.id, T0 + 5), true)
    assert.equal(await store.revokeKey(made.key.key.id, T0 + 9), true)
    const holder = await store.keyByHash(made.key.hash)
    assert.equal(holder?.key.revokedAt, T0 + 5)
    assert.equal(holder?.account.id, made.account.id)
    assert.equal(await store.revokeKey(newId('key'), T0), false)
  })

  scenario(open, 'a touch notes the last use and never goes backwards', async (store) => {
    const made = newAccount()
    await store.createAccount(made)
    const lastUsed = async () => (await store.keyByHash(made.key.hash))?.key.lastUsedAt
    for (const [at, noted] of [
      [T0 + 10, T0 + 10],
      [T0 + 4, T0 + 10],
      [T0 + 11, T0 + 11],
    ] as const) {
      await store.touch(new Map([[made.key.key.id, at]]), NONE)
      assert.equal(await lastUsed(), noted)
    }
  })

  scenario(open, 'a touch of what is unknown is ignored', async (store) => {
    const made = newAccount()
    await store.createAccount(made)
    const keys = new Map([
      [newId('key'), T0],
      [made.key.key.id, T0 + 1],
    ])
    await store.touch(keys, new Map([[newId('ibx'), T0]]))
    assert.equal((await store.keyByHash(made.key.hash))?.key.lastUsedAt, T0 + 1)
    await store.touch(NONE, NONE)
  })
}
