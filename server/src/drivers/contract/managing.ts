import assert from 'node:assert/strict'
import type { Inbox } from '../../domain/inbox.ts'
import {
  accountOf,
  claim,
  DAY,
  eventLines,
  HOUR,
  mail,
  newKey,
  type OpenStore,
  owner,
  put,
  scenario,
  seqs,
  T0,
} from './scene.ts'
import { rulesAt, sweepAll } from './sweep-steps.ts'

/** The page after one that is gone is the page after it all the same. */
async function seqsOf(inboxes: readonly Inbox[] | Promise<readonly Inbox[]>): Promise<string[]> {
  return (await inboxes).map((inbox) => inbox.address)
}

const A = 'a@mayfly.test'

export function managing(open: OpenStore): void {
  scenario(open, 'the inboxes of an account are listed in pages, and no other', async (store) => {
    const [ann, bob] = [await owner(store), await owner(store)]
    const names = ['d', 'b', 'a', 'c']
    for (const [i, name] of names.entries()) await claim(store, ann, `${name}@mayfly.test`, { at: T0 + (i >> 1) })
    await claim(store, bob, 'bob@mayfly.test')
    const first = await store.inboxes(ann, null, 3)
    const last = first.at(-1) ?? null
    const rest = await store.inboxes(ann, last, 3)
    const places = [...first, ...rest].map(({ createdAt, address }) => `${createdAt - T0} ${address}`)
    assert.deepEqual(places.toSorted(), ['0 b@mayfly.test', '0 d@mayfly.test', '1 a@mayfly.test', '1 c@mayfly.test'])
    assert.deepEqual(
      places.map((place) => place[0]),
      ['0', '0', '1', '1'],
    )
    await store.deleteInbox(last?.id ?? '')
    await sweepAll(store, rulesAt(T0 + 2))
    assert.deepEqual(await seqsOf(store.inboxes(ann, last, 3)), await seqsOf(rest))
    assert.deepEqual({ ...(await store.inboxById(first[0]?.id ?? '')) }, { ...first[0] })
    assert.equal(await store.inboxById('ibx_0000000000000000'), null)
  })

  scenario(open, 'a label and an end can be given at the claim and changed later', async (store) => {
    const ann = await owner(store)
    const { inbox } = await store.claim({
      address: A,
      accountId: ann,
      inboxCap: 9,
      at: T0,
      heldSince: T0,
      webhooks: true,
      label: 'sign-up',
      expiresAt: T0 + HOUR,
    })
    assert.deepEqual([inbox.label, inbox.expiresAt], ['sign-up', T0 + HOUR])
    const changed = await store.updateInbox(inbox.id, { label: null })
    assert.deepEqual([changed?.label, changed?.expiresAt], [null, T0 + HOUR])
    assert.equal((await store.updateInbox(inbox.id, { expiresAt: T0 + 1 }))?.expiresAt, T0 + 1)
    assert.equal(await store.updateInbox('ibx_0000000000000000', { label: 'x' }), null)
  })

  scenario(open, 'an inbox with an end of its own goes then, with its mail, and not before', async (store) => {
    const ann = await owner(store, 'team')
    const { inbox } = await claim(store, ann, A)
    await put(store, mail(A, { at: T0 }))
    await sweepAll(store, rulesAt(T0 + HOUR))
    await store.updateInbox(inbox.id, { expiresAt: T0 + 2 * HOUR })
    await sweepAll(store, rulesAt(T0 + 2 * HOUR - 1))
    assert.deepEqual(await seqs(store, inbox.id), [1])
    await sweepAll(store, rulesAt(T0 + 2 * HOUR))
    assert.equal(await store.inboxByAddress(A), null)
    assert.equal((await accountOf(store, ann)).storedBytes, 0)
    assert.equal((await accountOf(store, ann)).inboxCount, 0)
  })

  scenario(
    open,
    'a deleted inbox is gone at once: its address is free, its mail and events are not seen',
    async (store) => {
      const [ann, bob] = [await owner(store), await owner(store)]
      const { inbox } = await claim(store, ann, A)
      await put(store, mail(A))
      assert.equal(await store.deleteInbox(inbox.id), true)
      assert.equal(await store.deleteInbox(inbox.id), false)
      assert.equal(await store.inboxByAddress(A), null)
      assert.notEqual((await store.inboxById(inbox.id))?.accountId, ann)
      assert.deepEqual(await store.inboxes(ann, null, 10), [])
      assert.deepEqual(await eventLines(store, ann), [])
      const account = await accountOf(store, ann)
      assert.deepEqual([account.inboxCount, account.storedBytes], [0, 0])
      const { inbox: again } = await claim(store, bob, A)
      assert.notEqual(again.id, inbox.id)
      assert.deepEqual(await seqs(store, again.id), [])
      await sweepAll(store, rulesAt(T0 + 1))
      assert.equal(await store.inboxById(inbox.id), null)
      assert.equal((await store.inboxByAddress(A))?.id, again.id)
    },
  )

  scenario(open, 'messages are deleted one by one, and what counts them follows', async (store) => {
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, A)
    for (const size of [10, 20, 30]) await put(store, mail(A, { size }))
    const before = await store.inboxByAddress(A)
    assert.equal(await store.deleteMessages(inbox.id, [2, 7]), 1)
    assert.equal(await store.deleteMessages('ibx_0000000000000000', [1]), 0)
    assert.deepEqual(await seqs(store, inbox.id), [3, 1])
    const after = await store.inboxByAddress(A)
    assert.deepEqual([after?.messageCount, after?.unreadCount, after?.storedBytes, after?.lastSeq], [2, 2, 40, 3])
    assert.ok((after?.revision ?? 0) > (before?.revision ?? 0))
    assert.equal((await accountOf(store, ann)).storedBytes, 40)
    assert.equal(await store.message(inbox.id, 2), null)
    await sweepAll(store, rulesAt(T0 + 30 * DAY))
    assert.equal((await accountOf(store, ann)).storedBytes, 0)
  })

  scenario(open, 'a message is known with how it came', async (store) => {
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, A)
    const tls = { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' }
    await put(store, { ...mail(A), tls })
    const message = await store.message(inbox.id, 1)
    assert.deepEqual([message?.tls, message?.seen, message?.claimedAt], [tls, false, null])
  })

  scenario(open, 'seen is counted, and setting it again changes nothing', async (store) => {
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, A)
    for (let i = 0; i < 3; i++) await put(store, mail(A))
    const unread = async () => (await store.inboxByAddress(A))?.unreadCount
    assert.equal(await store.markSeen(inbox.id, 2, true), true)
    assert.equal(await store.markSeen(inbox.id, 2, true), true)
    assert.equal(await store.markSeen(inbox.id, 9, true), false)
    assert.equal(await unread(), 2)
    assert.equal((await store.message(inbox.id, 2))?.seen, true)
    await store.deleteMessages(inbox.id, [2])
    assert.equal(await unread(), 2)
    await store.deleteMessages(inbox.id, [1])
    assert.equal(await unread(), 1)
    await store.markSeen(inbox.id, 3, true)
    await store.markSeen(inbox.id, 3, false)
    assert.equal(await unread(), 1)
  })

  scenario(open, 'of many that claim a message one gets it', async (store) => {
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, A)
    await put(store, mail(A))
    const claims = await Promise.all(Array.from({ length: 50 }, (_, i) => store.claimMessage(inbox.id, 1, T0 + i)))
    assert.equal(claims.filter(Boolean).length, 1)
    assert.equal((await store.message(inbox.id, 1))?.claimedAt, T0 + claims.indexOf(true))
    assert.equal(await store.claimMessage(inbox.id, 2, T0), false)
  })

  scenario(open, 'keys are listed for their account, revoked ones too', async (store) => {
    const [ann, bob] = [await owner(store), await owner(store)]
    const made = newKey(ann)
    await store.createKey(made)
    await store.createKey(newKey(bob))
    await store.revokeKey(made.key.id, T0 + 5)
    const keys = await store.keys(ann)
    assert.equal(keys.length, 2)
    assert.deepEqual({ ...keys[1] }, { ...made.key, revokedAt: T0 + 5 })
  })

  scenario(open, 'what is begun once is carried out once, and its answer is kept', async (store) => {
    const [ann, bob] = [await owner(store), await owner(store)]
    const begin = (accountId: string, at: number, fingerprint = 'f') =>
      store.beginOnce({ accountId, key: 'k', fingerprint, at, abandonedBefore: at - HOUR, forgottenBefore: at - DAY })
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin(ann, T0)))
    assert.equal(begun.filter((record) => record === null).length, 1)
    assert.equal(begun.find((record) => record !== null)?.answer, null)
    assert.equal(await begin(bob, T0), null)
    await store.endOnce(ann, 'k', new Uint8Array([1, 2, 3]))
    const again = await begin(ann, T0 + 2 * HOUR, 'other')
    assert.deepEqual([again?.fingerprint, [...(again?.answer ?? [])]], ['f', [1, 2, 3]])
    assert.equal(await begin(ann, T0 + DAY + 1), null)
    assert.equal(await begin(bob, T0 + HOUR + 1), null)
    await store.endOnce(bob, 'k', null)
    assert.equal(await begin(bob, T0 + HOUR + 2), null)
  })

  scenario(open, 'the newest event is known without reading the log', async (store) => {
    const ann = await owner(store)
    assert.equal(await store.lastEvent(ann), 0)
    await claim(store, ann, A)
    await put(store, mail(A))
    assert.equal(await store.lastEvent(ann), 2)
  })
}
