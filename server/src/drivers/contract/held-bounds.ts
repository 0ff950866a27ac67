import assert from 'node:assert/strict'
import { accountOf, assertRefused, claim, mail, type OpenStore, owner, put, scenario, seqs, T0 } from './scene.ts'

const FEW = { maxBytes: 1024 ** 3, maxPerAddress: 3 }
const SMALL = { maxBytes: 1_000, maxPerAddress: 100 }

export function heldBounds(open: OpenStore): void {
  scenario(
    open,
    'an address that nobody has claimed holds so many messages, and the oldest goes first',
    async (store) => {
      for (let i = 0; i < 5; i++) await put(store, mail('a@mayfly.test', { at: T0 + i, size: 10 + i }))
      await put(store, mail('b@mayfly.test', { at: T0 }))
      const inbox = await store.inboxByAddress('a@mayfly.test')
      assert.ok(inbox)
      assert.deepEqual(await seqs(store, inbox.id), [5, 4, 3])
      assert.equal(inbox.messageCount, 3)
      assert.equal(inbox.storedBytes, 12 + 13 + 14)
      assert.equal(inbox.lastSeq, 5)
      assert.equal(await store.raw(inbox.id, 2), null)
      assert.equal((await store.inboxByAddress('b@mayfly.test'))?.messageCount, 1)
    },
    FEW,
  )

  scenario(
    open,
    'the bound per address holds within a batch',
    async (store) => {
      await store.append(Array.from({ length: 7 }, (_, i) => mail('a@mayfly.test', { at: T0 + i })))
      const inbox = await store.inboxByAddress('a@mayfly.test')
      assert.deepEqual(await seqs(store, inbox?.id ?? ''), [7, 6, 5])
    },
    FEW,
  )

  scenario(
    open,
    'the bound per address is not that of an inbox that has an owner',
    async (store) => {
      const ann = await owner(store)
      const { inbox } = await claim(store, ann, 'a@mayfly.test')
      for (let i = 0; i < 5; i++) await put(store, mail('a@mayfly.test', { at: T0 + i }))
      assert.deepEqual(await seqs(store, inbox.id), [5, 4, 3, 2, 1])
    },
    FEW,
  )

  scenario(
    open,
    'held mail is bounded in bytes, and the oldest of all addresses goes first',
    async (store) => {
      const inboxIds: string[] = []
      for (const [i, name] of ['a', 'b', 'a', 'c'].entries()) {
        const [place] = await put(store, mail(`${name}@mayfly.test`, { at: T0 + i, size: 250 }))
        inboxIds.push(place?.inboxId ?? '')
      }
      const [a = '', b = '', , c = ''] = inboxIds
      const held = async () => [await seqs(store, a), await seqs(store, b), await seqs(store, c)]
      assert.deepEqual(await held(), [[2, 1], [1], [1]], 'filled to the byte, all is still there')
      await put(store, mail('c@mayfly.test', { at: T0 + 4, size: 1 }))
      assert.deepEqual(await held(), [[2], [1], [2, 1]])
      await put(store, mail('c@mayfly.test', { at: T0 + 5, size: 400 }))
      assert.deepEqual(await held(), [[2], [], [3, 2, 1]])
      assert.equal((await store.inboxByAddress('a@mayfly.test'))?.storedBytes, 250)
      assert.equal(await store.raw(b, 1), null)
    },
    SMALL,
  )

  scenario(
    open,
    'one that is larger than all held mail may be is refused, and nothing makes way for it',
    async (store) => {
      const ann = await owner(store)
      await claim(store, ann, 'a@mayfly.test')
      await put(store, mail('b@mayfly.test', { size: 900 }))
      const [refused] = await store.append([mail(['a@mayfly.test', 'b@mayfly.test'], { size: 1_001 })])
      assertRefused(refused, 'storage_full')
      assert.equal((await store.inboxByAddress('a@mayfly.test'))?.messageCount, 0)
      assert.equal((await store.inboxByAddress('b@mayfly.test'))?.messageCount, 1)
      await put(store, mail('a@mayfly.test', { size: 1_001 }))
    },
    SMALL,
  )

  scenario(
    open,
    'mail that has an owner is neither counted as held nor evicted for it',
    async (store) => {
      const ann = await owner(store)
      const { inbox: a } = await claim(store, ann, 'a@mayfly.test')
      await put(store, mail('a@mayfly.test', { at: T0, size: 900 }))
      const [held] = await put(store, mail('b@mayfly.test', { at: T0 + 1, size: 900 }))
      const { inbox: b } = await claim(store, ann, 'b@mayfly.test', { at: T0 + 2 })
      assert.equal(held?.inboxId, b.id)
      await put(store, mail('c@mayfly.test', { at: T0 + 3, size: 500 }))
      await put(store, mail('d@mayfly.test', { at: T0 + 4, size: 500 }))
      assert.equal((await store.inboxByAddress('c@mayfly.test'))?.messageCount, 1)
      await put(store, mail('d@mayfly.test', { at: T0 + 5, size: 500 }))
      assert.deepEqual([await seqs(store, a.id), await seqs(store, b.id)], [[1], [1]])
      assert.equal((await accountOf(store, ann)).storedBytes, 1_800)
    },
    SMALL,
  )

  scenario(
    open,
    'held mail that a claim leaves behind makes room',
    async (store) => {
      const ann = await owner(store)
      await put(store, mail('a@mayfly.test', { at: T0, size: 900 }))
      const { inbox } = await claim(store, ann, 'a@mayfly.test', { at: T0 + 10, heldSince: T0 + 5 })
      assert.equal(inbox.messageCount, 0)
      await put(store, mail('b@mayfly.test', { at: T0 + 11, size: 500 }))
      await put(store, mail('c@mayfly.test', { at: T0 + 12, size: 500 }))
      assert.equal((await store.inboxByAddress('b@mayfly.test'))?.messageCount, 1)
    },
    SMALL,
  )
}
