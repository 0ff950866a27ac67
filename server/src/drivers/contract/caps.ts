import assert from 'node:assert/strict'
import {
  accountOf,
  assertRefused,
  claim,
  eventLines,
  mail,
  type OpenStore,
  owner,
  placed,
  put,
  scenario,
  seqs,
} from './scene.ts'

const A = 'a@mayfly.test'
const B = 'b@mayfly.test'
const C = 'c@mayfly.test'

export function caps(open: OpenStore): void {
  scenario(open, 'an account is filled to the byte, and no further', async (store) => {
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, A)
    await put(store, mail(A, { size: 600, cap: 1_000 }))
    const before = await store.inboxByAddress(A)
    const outcomes = await store.append([mail(A, { size: 401, cap: 1_000 })])
    assertRefused(outcomes[0], 'inbox_full')
    assert.deepEqual(await store.inboxByAddress(A), before)
    assert.deepEqual(await eventLines(store, ann), ['inbox.created', 'message.received 1'])
    assert.equal((await put(store, mail(A, { size: 400, cap: 1_000 })))[0]?.seq, 2)
    assert.equal((await accountOf(store, ann)).storedBytes, 1_000)
    assert.deepEqual(await seqs(store, inbox.id), [2, 1])
  })

  scenario(open, 'what one recipient has no room for, none has', async (store) => {
    const [ann, bob] = [await owner(store), await owner(store)]
    await claim(store, ann, A)
    const { inbox: b } = await claim(store, bob, B)
    await put(store, mail(B, { size: 90, cap: 100 }))
    const { recipients } = mail([A], { cap: 100 })
    const full = { address: B, storedBytesCap: 100, webhooks: true }
    const held = { address: C, storedBytesCap: null, webhooks: true }
    const arrival = { ...mail([], { size: 20 }), recipients: [...recipients, held, full] }
    assertRefused((await store.append([arrival]))[0], 'inbox_full')
    assert.equal((await store.inboxByAddress(A))?.lastSeq, 0)
    assert.deepEqual(await seqs(store, b.id), [1])
    assert.equal(await store.inboxByAddress(C), null)
    assert.equal((await accountOf(store, ann)).storedBytes, 0)
    assert.deepEqual(await eventLines(store, ann), ['inbox.created'])
  })

  scenario(open, 'a refused arrival does not touch its neighbours in the batch', async (store) => {
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, A)
    const sizes = [60, 50, 30, 11, 10]
    const outcomes = await store.append([
      ...sizes.map((size) => mail(A, { size, cap: 100, subject: String(size) })),
      mail(B, { size: 500 }),
    ])
    for (const refused of [1, 3]) assertRefused(outcomes[refused], 'inbox_full')
    assert.deepEqual(
      [0, 2, 4, 5].map((taken) => placed(outcomes[taken])[0]?.seq),
      [1, 2, 3, 1],
    )
    const rows = await store.messages(inbox.id, { limit: 10 })
    assert.deepEqual(
      rows.map((row) => row.subject),
      ['10', '30', '60'],
    )
    assert.equal((await store.inboxByAddress(A))?.lastSeq, 3)
    assert.equal((await accountOf(store, ann)).storedBytes, 100)
    assert.equal((await eventLines(store, ann)).length, 4)
  })

  scenario(open, 'every recipient of the account counts', async (store) => {
    const ann = await owner(store)
    await claim(store, ann, A)
    await claim(store, ann, B)
    assertRefused((await store.append([mail([A, B], { size: 60, cap: 100 })]))[0], 'inbox_full')
    assert.equal((await accountOf(store, ann)).storedBytes, 0)
    await put(store, mail([A, B], { size: 50, cap: 100 }))
    assert.equal((await accountOf(store, ann)).storedBytes, 100)
  })

  scenario(open, 'an address that was claimed meanwhile takes what was accepted without a cap', async (store) => {
    const ann = await owner(store)
    await claim(store, ann, A)
    await put(store, mail(A, { size: 100, cap: 100 }))
    const [place] = await put(store, mail(A, { size: 100, cap: null }))
    assert.equal(place?.accountId, ann)
    assert.equal((await accountOf(store, ann)).storedBytes, 200)
  })

  scenario(open, 'an address that lapsed meanwhile holds what was accepted under a cap', async (store) => {
    const [place] = await put(store, mail(A, { size: 100, cap: 10 }))
    assert.equal(place?.accountId, null)
  })
}
