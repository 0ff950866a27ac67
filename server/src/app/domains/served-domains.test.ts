import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress } from '../../domain/address.ts'
import type { VerifiedName } from '../../domain/custom-domain.ts'
import { record, verify } from '../../drivers/contract/domain-scene.ts'
import { note } from '../../drivers/contract/people-scene.ts'
import { owner, ROOMY, T0 } from '../../drivers/contract/scene.ts'
import { openMemoryStore } from '../../drivers/memory/store.ts'
import { ServedDomains } from './served-domains.ts'

const SERVICE = { names: ['mayfly.test'], every: false }
const BELOW = { extent: { subdomains: true, mtaSts: false } }

async function open() {
  const store = openMemoryStore(ROOMY)
  const [ann, bob] = [await owner(store, 'team'), await owner(store, 'team')]
  const served = new ServedDomains(store.domains, SERVICE)
  const keeper = (domain: string) => served.keeperOf(domain)?.accountId
  return { store, ann, bob, served, keeper }
}

test('the nearest verified name answers, for names below it only with a wildcard', async () => {
  const { store, ann, bob, served, keeper } = await open()
  await verify(store, ann, { name: 'shop.test', ...BELOW })
  await verify(store, bob, { name: 'b.shop.test' })
  await verify(store, bob, { name: 'plain.test' })
  assert.equal(keeper('shop.test'), undefined)
  await served.refresh()
  assert.deepEqual(['mayfly.test', 'shop.test', 'x.y.shop.test', 'b.shop.test', 'plain.test'].map(keeper), [
    null,
    ann,
    ann,
    bob,
    bob,
  ])
  for (const none of ['x.b.shop.test', 'x.plain.test', 'test', 'myshop.test', 'a.mayfly.test', '']) {
    assert.equal(keeper(none), undefined, none)
  }
  assert.deepEqual(
    [served.has('shop.test'), served.has('x.shop.test'), served.has('mayfly.test')],
    [true, false, false],
  )
  assert.throws(() => served.requireServedFor(bob, parseAddress('a@shop.test')), /Use an address on mayfly\.test/)
})

test('a name that was given up tells since when, to whoever has the one above', async () => {
  const { store, ann, bob, served } = await open()
  await verify(store, ann, { name: 'shop.test', ...BELOW })
  await verify(store, bob, { name: 'b.shop.test', at: T0 + 1 })
  await store.domains.remove(bob, 'b.shop.test', note('domain.remove', T0 + 9))
  await served.refresh()
  assert.deepEqual(served.keeperOf('shop.test'), { accountId: ann, since: T0 })
  assert.deepEqual(served.keeperOf('b.shop.test'), { accountId: ann, since: T0 + 9 })
  assert.deepEqual(served.keeperOf('x.b.shop.test'), { accountId: ann, since: T0 + 9 })
  assert.equal(served.has('b.shop.test'), false)
})

test('every change is read, however many there are, and none is undone by a slower look', async () => {
  const { store, ann } = await open()
  const held: (() => void)[] = []
  const slow = {
    async verifiedSince(after: number, limit: number): Promise<readonly VerifiedName[]> {
      const page = await store.domains.verifiedSince(after, limit)
      const { promise, resolve } = Promise.withResolvers<void>()
      held.push(resolve)
      await promise
      return page
    },
  }
  const served = new ServedDomains(slow, SERVICE)
  const next = async (): Promise<void> => {
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
    held.shift()?.()
  }
  await verify(store, ann, { name: 'shop.test' })
  const first = served.refresh()
  while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await record(store, ann, { name: 'shop.test', state: 'lost', at: T0 + 1 })
  const second = served.refresh()
  await next()
  await next()
  await Promise.all([first, second])
  assert.equal(served.keeperOf('shop.test'), null)
})

test('more domains than fit into one page are all known', async () => {
  const { store, ann, served, keeper } = await open()
  for (let n = 0; n < 1_001; n++) {
    await store.domains.add(
      { accountId: ann, name: `d${n}.test`, token: 't', createdAt: T0, cap: 2_000 },
      note('domain.add'),
    )
    await record(store, ann, { name: `d${n}.test`, token: 't' })
  }
  await served.refresh()
  assert.deepEqual([keeper('d0.test'), keeper('d1000.test')], [ann, ann])
})
