import assert from 'node:assert/strict'
import type { Store } from '../../domain/ports.ts'
import { MINUTE, type OpenStore, scenario, T0 } from './scene.ts'

const take = (store: Store, holder: string, at: number, name = 'sweep') =>
  store.takeLease({ name, holder, at, until: at + MINUTE })

export function leases(open: OpenStore): void {
  scenario(open, 'one holder at a time has a lease, and may renew it', async (store) => {
    assert.equal(await take(store, 'a', T0), true)
    assert.equal(await take(store, 'b', T0), false)
    assert.equal(await take(store, 'a', T0 + MINUTE / 2), true)
    assert.equal(await take(store, 'b', T0 + MINUTE), false, 'it was renewed')
  })

  scenario(open, 'a lease that has run out is anybody’s', async (store) => {
    await take(store, 'a', T0)
    assert.equal(await take(store, 'b', T0 + MINUTE - 1), false)
    assert.equal(await take(store, 'b', T0 + MINUTE), true)
    assert.equal(await take(store, 'a', T0 + MINUTE), false)
  })

  scenario(open, 'its holder alone gives it back', async (store) => {
    await take(store, 'a', T0)
    await store.endLease('sweep', 'b')
    assert.equal(await take(store, 'b', T0), false)
    await store.endLease('sweep', 'a')
    assert.equal(await take(store, 'b', T0), true)
  })

  scenario(open, 'each name is a lease of its own', async (store) => {
    await take(store, 'a', T0)
    assert.equal(await take(store, 'b', T0, 'renew certificates'), true)
  })

  scenario(open, 'of many who ask at once one gets it', async (store) => {
    const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => take(store, `holder ${i}`, T0)))
    assert.equal(taken.filter(Boolean).length, 1)
  })
}
