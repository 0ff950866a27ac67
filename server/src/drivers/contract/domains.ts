import assert from 'node:assert/strict'
import { addDomain, checked, newDomain, owners, record, SHOP, verify } from './domain-scene.ts'
import { actions, note } from './people-scene.ts'
import { DAY, HOUR, MINUTE, type OpenStore, owner, rejectsWith, scenario, T0 } from './scene.ts'

export function domains(open: OpenStore): void {
  managing(open)
  checking(open)
  owning(open)
}

function managing(open: OpenStore): void {
  scenario(open, 'a domain is added once, due at once, and the log says so', async (store) => {
    const ann = await owner(store, 'team')
    const first = await store.domains.add(newDomain(ann), note('domain.add'))
    assert.equal(first.added, true)
    assert.deepEqual(
      { ...first.domain },
      {
        accountId: ann,
        name: SHOP,
        token: `token of ${ann}`,
        state: 'pending',
        createdAt: T0,
        verifiedAt: null,
        lostAt: null,
        checkedAt: null,
        missedAt: null,
        nextCheckAt: T0,
        zone: null,
        nameServers: [],
        findings: [],
      },
    )
    const again = await store.domains.add(newDomain(ann, { token: 'another', createdAt: T0 + 1 }), note('domain.add'))
    assert.equal(again.added, false)
    assert.deepEqual({ ...again.domain }, { ...first.domain })
    assert.deepEqual({ ...(await store.domains.get(ann, SHOP)) }, { ...first.domain })
    assert.deepEqual(await actions(store, ann), ['domain.add'])
  })

  scenario(open, 'what another account has is not there', async (store) => {
    const [ann, eve] = [await owner(store, 'team'), await owner(store, 'team')]
    await addDomain(store, ann)
    assert.equal(await store.domains.get(eve, SHOP), null)
    assert.deepEqual(await store.domains.list(eve, null, 10), [])
    assert.equal(await store.domains.remove(eve, SHOP, note('domain.remove')), false)
    assert.equal(await record(store, eve), null)
    assert.deepEqual(await actions(store, eve), [])
    assert.ok(await store.domains.get(ann, SHOP))
  })

  scenario(open, 'they are listed by name, in pages', async (store) => {
    const ann = await owner(store, 'team')
    for (const name of ['c.test', 'a.test', 'b.test']) await addDomain(store, ann, name)
    const names = async (after: string | null, limit: number) =>
      (await store.domains.list(ann, after, limit)).map(({ name }) => name)
    assert.deepEqual(await names(null, 2), ['a.test', 'b.test'])
    assert.deepEqual(await names('b.test', 2), ['c.test'])
    assert.deepEqual(await names('bb.test', 2), ['c.test'])
  })

  scenario(open, 'no more than the cap; one that is there already needs no room', async (store) => {
    const ann = await owner(store, 'plus')
    const add = (name: string) => store.domains.add(newDomain(ann, { name, cap: 1 }), note('domain.add'))
    await add('a.test')
    await rejectsWith('plan_required', add('b.test'))
    assert.equal((await add('a.test')).added, false)
    assert.equal(await store.domains.remove(ann, 'a.test', note('domain.remove')), true)
    await add('b.test')
    assert.deepEqual(await actions(store, ann), ['domain.add', 'domain.remove', 'domain.add'])
  })

  scenario(open, 'an account that is deleted leaves its domains to others', async (store) => {
    const [ann, eve] = [await owner(store, 'team'), await owner(store, 'team')]
    await verify(store, ann)
    await store.people.deleteAccount(ann, T0)
    assert.deepEqual(await owners(store), [`${SHOP} nobody`])
    assert.deepEqual(await store.domains.claimDue({ now: T0 + 2 * DAY, until: T0 + 3 * DAY, limit: 10 }), [])
    await verify(store, eve)
    assert.deepEqual(await owners(store), [`${SHOP} ${eve}`])
    await rejectsWith('not_found', store.domains.add(newDomain(ann), note('domain.add')))
  })
}

function checking(open: OpenStore): void {
  scenario(open, 'what is due is claimed by one, and is due again when the claim ends', async (store) => {
    const ann = await owner(store, 'team')
    for (const name of ['a.test', 'b.test', 'c.test']) await addDomain(store, ann, name)
    const claim = async (now: number, limit = 10) => {
      const claimed = await store.domains.claimDue({ now, until: now + MINUTE, limit })
      return claimed.map(({ name }) => name).sort()
    }
    assert.deepEqual(await claim(T0 - 1), [])
    const [first, second] = await Promise.all([claim(T0, 2), claim(T0, 2)])
    assert.deepEqual([first.length, second.length].sort(), [1, 2])
    assert.deepEqual([...first, ...second].sort(), ['a.test', 'b.test', 'c.test'])
    assert.deepEqual(await claim(T0), [])
    await record(store, ann, { name: 'b.test', nextCheckAt: T0 + HOUR })
    assert.deepEqual(await claim(T0 + MINUTE), ['a.test', 'c.test'])
    assert.deepEqual(await claim(T0 + HOUR, 1), ['a.test'])
  })

  scenario(open, 'a check that is asked for comes once in a while', async (store) => {
    const ann = await owner(store, 'team')
    await addDomain(store, ann)
    const ask = (now: number) => store.domains.askForCheck(ann, SHOP, now, now - 10_000)
    const both = await Promise.all([ask(T0), ask(T0)])
    assert.deepEqual(both.sort(), [T0, null].sort())
    assert.equal(await ask(T0 + 9_999), T0)
    assert.equal(await ask(T0 + 10_000), null)
    assert.equal(await ask(T0 + 10_001), T0 + 10_000)
  })

  scenario(open, 'a result is kept, with the moments of the changes and a line in the log', async (store) => {
    const ann = await owner(store, 'team')
    await addDomain(store, ann)
    const pending = await record(store, ann, { state: 'pending', nextCheckAt: T0 + MINUTE })
    const { zone, nameServers, findings } = checked(ann)
    assert.deepEqual([pending?.state, pending?.checkedAt, pending?.nextCheckAt], ['pending', T0, T0 + MINUTE])
    assert.deepEqual([pending?.zone, pending?.nameServers, pending?.findings], [zone, nameServers, findings])
    const times = async (options: Parameters<typeof checked>[1]) => {
      const domain = await record(store, ann, options)
      return [domain?.state, domain?.verifiedAt, domain?.lostAt, domain?.missedAt]
    }
    assert.deepEqual(await times({ at: T0 + 1, note: note('domain.verified') }), ['verified', T0 + 1, null, null])
    assert.deepEqual(await times({ at: T0 + 2, missedAt: T0 + 2 }), ['verified', T0 + 1, null, T0 + 2])
    const lost = { at: T0 + 3, state: 'lost', note: note('domain.lost') } as const
    assert.deepEqual(await times(lost), ['lost', T0 + 1, T0 + 3, null])
    assert.deepEqual(await times({ at: T0 + 4, state: 'lost' }), ['lost', T0 + 1, T0 + 3, null])
    assert.deepEqual(await times({ at: T0 + 5 }), ['verified', T0 + 5, null, null])
    assert.deepEqual(await actions(store, ann), ['domain.lost', 'domain.verified', 'domain.add'])
  })

  scenario(
    open,
    'of two checks at once the second is told that it was overtaken, and changes nothing',
    async (store) => {
      const ann = await owner(store, 'team')
      await addDomain(store, ann)
      await record(store, ann, { at: T0 + 1 })
      const late = checked(ann, { at: T0 + 2, state: 'pending', note: note('domain.lost') })
      assert.equal(await store.domains.record(late), 'overtaken')
      const { state, checkedAt } = (await store.domains.get(ann, SHOP)) ?? {}
      assert.deepEqual([state, checkedAt], ['verified', T0 + 1])
      assert.deepEqual(await owners(store), [`${SHOP} ${ann}`])
      assert.deepEqual(await actions(store, ann), ['domain.add'])
      assert.notEqual(await store.domains.record({ ...late, basedOn: T0 + 1 }), 'overtaken')
    },
  )

  scenario(open, 'the result of a check that was begun before the domain was added anew is dropped', async (store) => {
    const ann = await owner(store, 'team')
    await addDomain(store, ann)
    await store.domains.remove(ann, SHOP, note('domain.remove'))
    assert.equal(await record(store, ann), null)
    await store.domains.add(newDomain(ann, { token: 'new' }), note('domain.add'))
    assert.equal(await record(store, ann), null)
    assert.equal((await store.domains.get(ann, SHOP))?.state, 'pending')
    assert.deepEqual(await owners(store), [])
  })
}

function owning(open: OpenStore): void {
  scenario(open, 'of several accounts the first verified has it, and the others hear conflict', async (store) => {
    const accounts = await Promise.all(['team', 'team', 'team'].map(() => owner(store, 'team')))
    for (const account of accounts) await addDomain(store, account)
    const results = await Promise.allSettled(
      accounts.map((account) => record(store, account, { note: note('domain.verified') })),
    )
    const won = results.flatMap(({ status }, i) => (status === 'fulfilled' ? [accounts[i] as string] : []))
    assert.equal(won.length, 1)
    assert.deepEqual(await owners(store), [`${SHOP} ${won[0]}`])
    const [loser = ''] = accounts.filter((account) => account !== won[0])
    await rejectsWith('conflict', record(store, loser))
    const { state, checkedAt } = (await store.domains.get(loser, SHOP)) ?? {}
    assert.deepEqual([state, checkedAt], ['pending', null])
    assert.deepEqual(await actions(store, loser), ['domain.add'])
    await rejectsWith('conflict', store.domains.add(newDomain(await owner(store, 'team')), note('domain.add')))
  })

  scenario(open, 'removed or lost, it is free at once', async (store) => {
    const [ann, eve] = [await owner(store, 'team'), await owner(store, 'team')]
    await verify(store, ann)
    await addDomain(store, ann, 'other.test')
    await record(store, ann, { state: 'lost' })
    await verify(store, eve, { at: T0 + 7 })
    assert.equal((await store.domains.verified(SHOP))?.since, T0 + 7)
    await rejectsWith('conflict', record(store, ann))
    await store.domains.remove(eve, SHOP, note('domain.remove'))
    assert.equal((await store.domains.verified(SHOP))?.accountId, null)
    await record(store, ann, { at: T0 + 9 })
    assert.deepEqual(await owners(store), [`${SHOP} ${ann}`])
    assert.equal(await store.domains.verified('other.test'), null)
  })

  scenario(open, 'changes are told in their order, and what stays as it is is none', async (store) => {
    const ann = await owner(store, 'team')
    await verify(store, ann, { name: 'a.test' })
    await verify(store, ann, { name: 'b.test' })
    const before = await store.domains.verifiedSince(0, 100)
    assert.deepEqual(
      before.map(({ name }) => name),
      ['a.test', 'b.test'],
    )
    const last = before.at(-1)?.change ?? 0
    await record(store, ann, { name: 'b.test', at: T0 + DAY })
    assert.deepEqual(await store.domains.verifiedSince(last, 100), [])
    const extent = { subdomains: true, mtaSts: true }
    await record(store, ann, { name: 'b.test', at: T0 + DAY, extent })
    await store.domains.remove(ann, 'a.test', note('domain.remove', T0 + 5))
    const after = (await store.domains.verifiedSince(last, 100)).map(({ change: _change, ...name }) => name)
    assert.deepEqual(after, [
      { name: 'b.test', accountId: ann, since: T0, ...extent },
      { name: 'a.test', accountId: null, since: T0 + 5, subdomains: false, mtaSts: false },
    ])
    assert.equal((await store.domains.verifiedSince(0, 1)).length, 1)
  })
}
