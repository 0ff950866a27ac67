import assert from 'node:assert/strict'
import {
  accountOf,
  claim,
  eventLines,
  HOUR,
  MINUTE,
  mail,
  type OpenStore,
  owner,
  put,
  rejectsWith,
  scenario,
  seqs,
  T0,
} from './scene.ts'

const ADDRESS = 'box@mayfly.test'

export function claiming(open: OpenStore): void {
  scenario(open, 'the first claim makes the inbox', async (store) => {
    const ann = await owner(store)
    assert.equal(await store.inboxByAddress(ADDRESS), null)
    const { inbox, claimed } = await claim(store, ann, ADDRESS, { at: T0 + 7 })
    assert.equal(claimed, true)
    assert.match(inbox.id, /^ibx_[0-9a-hjkmnp-tv-z]{16}$/)
    const { id: _id, revision: _revision, lastReadAt: _lastReadAt, ...rest } = inbox
    assert.deepEqual(rest, {
      address: ADDRESS,
      accountId: ann,
      label: null,
      createdAt: T0 + 7,
      lastMessageAt: null,
      expiresAt: null,
      messageCount: 0,
      unreadCount: 0,
      storedBytes: 0,
      lastSeq: 0,
    })
    assert.deepEqual({ ...(await store.inboxByAddress(ADDRESS)) }, { ...inbox })
  })

  scenario(open, 'claiming it again changes nothing', async (store) => {
    const ann = await owner(store)
    const first = await claim(store, ann, ADDRESS)
    const again = await claim(store, ann, ADDRESS, { at: T0 + HOUR })
    assert.equal(again.claimed, false)
    assert.deepEqual({ ...again.inbox }, { ...first.inbox })
    assert.deepEqual(await eventLines(store, ann), ['inbox.created'])
  })

  scenario(open, 'an inbox belongs to one account', async (store) => {
    const [ann, bob] = [await owner(store), await owner(store)]
    await claim(store, ann, ADDRESS)
    await rejectsWith('inbox_taken', claim(store, bob, ADDRESS))
    // Whoever is at the cap learns the same of a taken address.
    await rejectsWith('inbox_taken', claim(store, bob, ADDRESS, { cap: 0 }))
    assert.equal((await store.inboxByAddress(ADDRESS))?.accountId, ann)
    assert.equal((await accountOf(store, bob)).inboxCount, 0)
    assert.deepEqual(await eventLines(store, bob), [])
  })

  scenario(open, 'at its cap an account claims no more, and still reads what it has', async (store) => {
    const ann = await owner(store)
    await claim(store, ann, 'a@mayfly.test', { cap: 2 })
    await claim(store, ann, 'b@mayfly.test', { cap: 2 })
    assert.equal((await accountOf(store, ann)).inboxCount, 2)
    await put(store, mail('c@mayfly.test'))
    await rejectsWith('inbox_limit_reached', claim(store, ann, 'c@mayfly.test', { cap: 2 }))
    await rejectsWith('inbox_limit_reached', claim(store, ann, 'd@mayfly.test', { cap: 2 }))
    assert.equal((await claim(store, ann, 'a@mayfly.test', { cap: 2 })).claimed, false)
    assert.equal((await claim(store, ann, 'b@mayfly.test', { cap: 1 })).claimed, false)
    assert.equal((await accountOf(store, ann)).inboxCount, 2)
    assert.equal((await store.inboxByAddress('c@mayfly.test'))?.accountId, null)
    assert.equal(await store.inboxByAddress('d@mayfly.test'), null)
  })

  scenario(open, 'the claim hands over what was held, in order', async (store) => {
    const ann = await owner(store)
    const held = []
    for (let i = 0; i < 3; i++) held.push(...(await put(store, mail(ADDRESS, { at: T0 + i, size: 10 + i }))))
    const { inbox, claimed } = await claim(store, ann, ADDRESS, { at: T0 + MINUTE })
    assert.equal(claimed, true)
    assert.deepEqual(
      held.map((place) => [place.inboxId, place.accountId, place.seq]),
      [1, 2, 3].map((seq) => [inbox.id, null, seq]),
    )
    assert.equal(inbox.createdAt, T0 + MINUTE)
    assert.equal(inbox.lastMessageAt, T0 + 2)
    assert.equal(inbox.messageCount, 3)
    assert.equal(inbox.lastSeq, 3)
    assert.equal(inbox.storedBytes, 33)
    assert.equal((await accountOf(store, ann)).storedBytes, 33)
    assert.deepEqual(await seqs(store, inbox.id), [3, 2, 1])
    assert.deepEqual(await eventLines(store, ann), [
      'inbox.created',
      'message.received 1',
      'message.received 2',
      'message.received 3',
    ])
    assert.equal((await put(store, mail(ADDRESS)))[0]?.seq, 4)
  })

  scenario(open, 'held mail that has expired is not handed over, and its bytes are gone', async (store) => {
    const ann = await owner(store)
    for (let i = 0; i < 4; i++) await put(store, mail(ADDRESS, { at: T0 + i * MINUTE, size: 10 }))
    const { inbox } = await claim(store, ann, ADDRESS, { at: T0 + HOUR, heldSince: T0 + 2 * MINUTE })
    assert.deepEqual(await seqs(store, inbox.id), [4, 3])
    assert.equal(inbox.messageCount, 2)
    assert.equal(inbox.storedBytes, 20)
    assert.equal(inbox.lastSeq, 4)
    assert.equal((await accountOf(store, ann)).storedBytes, 20)
    assert.equal(await store.raw(inbox.id, 1), null)
    assert.equal((await store.raw(inbox.id, 3))?.length, 10)
    assert.deepEqual(await eventLines(store, ann), ['inbox.created', 'message.received 3', 'message.received 4'])
  })

  scenario(open, 'of 20 accounts that claim an address at once, one has it', async (store) => {
    const accounts = await Promise.all(Array.from({ length: 20 }, () => owner(store)))
    await put(store, mail(ADDRESS))
    const claims = await Promise.allSettled(accounts.map((id) => claim(store, id, ADDRESS)))
    const winners = accounts.filter((_, i) => claims[i]?.status === 'fulfilled')
    assert.equal(winners.length, 1)
    for (const outcome of claims) {
      if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'inbox_taken')
      else assert.equal(outcome.value.claimed, true)
    }
    assert.equal((await store.inboxByAddress(ADDRESS))?.accountId, winners[0])
    for (const id of accounts) {
      const won = id === winners[0]
      assert.deepEqual(await eventLines(store, id), won ? ['inbox.created', 'message.received 1'] : [])
      assert.equal((await accountOf(store, id)).inboxCount, won ? 1 : 0)
    }
  })

  scenario(open, 'claims in parallel do not slip past the cap', async (store) => {
    const ann = await owner(store)
    const addresses = Array.from({ length: 20 }, (_, i) => `p${i}@mayfly.test`)
    const claims = await Promise.allSettled(addresses.map((address) => claim(store, ann, address, { cap: 5 })))
    assert.equal(claims.filter((outcome) => outcome.status === 'fulfilled').length, 5)
    assert.equal((await accountOf(store, ann)).inboxCount, 5)
  })
}
