import assert from 'node:assert/strict'
import { accountOf, claim, eventLines, mail, type OpenStore, owner, placed, put, scenario, seqs, T0 } from './scene.ts'

const A = 'a@mayfly.test'
const B = 'b@mayfly.test'
const C = 'c@mayfly.test'

export function appending(open: OpenStore): void {
  scenario(open, 'nothing to append is nothing done', async (store) => {
    assert.deepEqual(await store.append([]), [])
    assert.deepEqual(await store.append([mail([])]), [[]])
  })

  scenario(open, 'an inbox counts its mail 1, 2, 3 over batches, and moves with each', async (store) => {
    const ann = await owner(store)
    let { inbox } = await claim(store, ann, A)
    let seq = 0
    for (const sizes of [[10], [20, 30], [40]]) {
      const batch = sizes.map((size, i) => mail(A, { size, at: T0 + seq + i + 1 }))
      const outcomes = (await store.append(batch)).flatMap(placed)
      assert.deepEqual(
        outcomes.map((place) => ({ ...place })),
        sizes.map((_, i) => ({ inboxId: inbox.id, accountId: ann, seq: seq + i + 1, deliveriesDue: 0 })),
      )
      seq += sizes.length
      const moved = await store.inboxByAddress(A)
      assert.ok(moved)
      assert.ok(moved.revision > inbox.revision)
      assert.equal(moved.lastSeq, seq)
      assert.equal(moved.messageCount, seq)
      assert.equal(moved.lastMessageAt, T0 + seq)
      assert.equal(moved.createdAt, inbox.createdAt)
      inbox = moved
    }
    assert.equal(inbox.storedBytes, 100)
    assert.equal((await accountOf(store, ann)).storedBytes, 100)
  })

  scenario(open, 'within an inbox the moments of arrival never go backwards', async (store) => {
    for (const at of [T0 + 5, T0, T0 + 7]) await put(store, mail(A, { at }))
    const inbox = await store.inboxByAddress(A)
    const rows = await store.messages(inbox?.id ?? '', { limit: 10 })
    assert.deepEqual(
      rows.map((row) => row.receivedAt),
      [T0 + 7, T0 + 5, T0 + 5],
    )
    assert.equal(inbox?.lastMessageAt, T0 + 7)
  })

  scenario(open, 'each recipient has it, and the outcome is in their order', async (store) => {
    const [ann, bob] = [await owner(store), await owner(store)]
    const { inbox: a } = await claim(store, ann, A)
    const { inbox: b } = await claim(store, bob, B)
    await put(store, mail(B))
    const places = await put(store, mail([C, B, A], { size: 50 }))
    const c = await store.inboxByAddress(C)
    assert.ok(c)
    assert.deepEqual(
      places.map((place) => ({ ...place })),
      [
        { inboxId: c.id, accountId: null, seq: 1, deliveriesDue: 0 },
        { inboxId: b.id, accountId: bob, seq: 2, deliveriesDue: 0 },
        { inboxId: a.id, accountId: ann, seq: 1, deliveriesDue: 0 },
      ],
    )
    for (const place of places) assert.equal((await store.raw(place.inboxId, place.seq))?.length, 50)
    assert.equal((await accountOf(store, ann)).storedBytes, 50)
    assert.equal((await accountOf(store, bob)).storedBytes, 150)
  })

  scenario(open, 'an address that is named twice has one message', async (store) => {
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, A)
    const [first, other, second] = await put(store, mail([A, B, A], { size: 50, cap: 100 }))
    assert.deepEqual({ ...first }, { inboxId: inbox.id, accountId: ann, seq: 1, deliveriesDue: 0 })
    assert.deepEqual({ ...second }, { ...first })
    assert.equal(other?.seq, 1)
    assert.deepEqual(await seqs(store, inbox.id), [1])
    assert.equal((await accountOf(store, ann)).storedBytes, 50)
    assert.deepEqual(await eventLines(store, ann), ['inbox.created', 'message.received 1'])
  })

  scenario(open, 'mail for an address that nobody has claimed is held, without an event', async (store) => {
    const ann = await owner(store)
    const [place] = await put(store, mail(A, { at: T0 + 3, size: 40 }))
    assert.equal(place?.accountId, null)
    const inbox = await store.inboxByAddress(A)
    assert.ok(inbox)
    assert.equal(inbox.id, place.inboxId)
    assert.equal(inbox.accountId, null)
    assert.equal(inbox.messageCount, 1)
    assert.equal(inbox.storedBytes, 40)
    assert.equal(inbox.lastSeq, 1)
    assert.equal(inbox.lastMessageAt, T0 + 3)
    assert.deepEqual(await store.events(ann, 0, 10), [])
    assert.deepEqual(await seqs(store, inbox.id), [1])
  })

  scenario(open, 'mail for a claimed address is an event at the moment it came', async (store) => {
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, A)
    await put(store, mail(A, { at: T0 + 9 }))
    const events = await store.events(ann, 1, 10)
    assert.deepEqual(
      events.map((event) => ({ ...event })),
      [{ seq: 2, type: 'message.received', at: T0 + 9, inboxId: inbox.id, inbox: A, messageSeq: 1 }],
    )
  })

  scenario(open, 'two inboxes of one account in one mail are two events', async (store) => {
    const ann = await owner(store)
    await claim(store, ann, A)
    await claim(store, ann, B)
    await put(store, mail([B, A]))
    const events = await store.events(ann, 2, 10)
    assert.deepEqual(
      events.map((event) => [event.seq, event.inbox]),
      [
        [3, B],
        [4, A],
      ],
    )
  })

  scenario(open, 'a batch is placed in its order', async (store) => {
    const batch = [mail(A, { subject: 'one' }), mail([B, A], { subject: 'two' }), mail(A, { subject: 'three' })]
    const outcomes = (await store.append(batch)).map(placed)
    assert.deepEqual(
      outcomes.map((places) => places.map((place) => place.seq)),
      [[1], [1, 2], [3]],
    )
    const rows = await store.messages(outcomes[0]?.[0]?.inboxId ?? '', { limit: 10 })
    assert.deepEqual(
      rows.map((row) => row.subject),
      ['three', 'two', 'one'],
    )
  })
}
