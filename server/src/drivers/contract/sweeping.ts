import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Store } from '../../domain/ports.ts'
import {
  accountOf,
  claim,
  DAY,
  eventLines,
  HOUR,
  MINUTE,
  mail,
  type OpenStore,
  owner,
  put,
  scenario,
  seqs,
  T0,
} from './scene.ts'
import { rulesAt, sumOf, sweepAll } from './sweep-steps.ts'

const A = 'a@mayfly.test'
const B = 'b@mayfly.test'

export function sweeping(open: OpenStore): void {
  scenario(open, 'sweeping an empty store does nothing', async (store) => {
    assert.deepEqual({ ...(await store.sweep(rulesAt(T0))) }, { messages: 0, inboxes: 0, more: false })
  })
  describe('messages', () => ofMessages(open))
  describe('inboxes', () => ofInboxes(open))
  describe('held mail', () => ofHeldMail(open))
  describe('events', () => ofEvents(open))
}

function ofMessages(open: OpenStore): void {
  scenario(open, 'what is older than the retention goes, and what counts it follows', async (store) => {
    const ann = await owner(store, 'free')
    const { inbox } = await claim(store, ann, A)
    for (let i = 1; i <= 4; i++) await put(store, mail(A, { at: T0 + i * HOUR, size: i }))
    const before = await store.inboxByAddress(A)
    assert.equal(sumOf(await sweepAll(store, rulesAt(T0 + DAY)), 'messages'), 0)
    assert.deepEqual(await store.inboxByAddress(A), before)
    const steps = await sweepAll(store, rulesAt(T0 + DAY + 2 * HOUR + MINUTE))
    assert.equal(sumOf(steps, 'messages'), 2)
    assert.equal(sumOf(steps, 'inboxes'), 0)
    assert.deepEqual(await seqs(store, inbox.id), [4, 3])
    assert.equal(await store.raw(inbox.id, 2), null)
    assert.equal((await store.raw(inbox.id, 3))?.length, 3)
    const after = await store.inboxByAddress(A)
    assert.ok(before && after && after.revision > before.revision)
    assert.deepEqual([after.messageCount, after.storedBytes, after.lastSeq], [2, 7, 4])
    assert.equal((await accountOf(store, ann)).storedBytes, 7)
  })

  scenario(open, 'a step takes the oldest, no more than its limit, and says when there is more', async (store) => {
    const { inbox } = await claim(store, await owner(store), A)
    await store.append(Array.from({ length: 7 }, (_, i) => mail(A, { at: T0 + i })))
    await put(store, mail(A, { at: T0 + DAY }))
    const rules = rulesAt(T0 + DAY + HOUR, { limit: 3 })
    const first = await store.sweep(rules)
    assert.deepEqual({ ...first }, { messages: 3, inboxes: 0, more: true })
    assert.deepEqual(await seqs(store, inbox.id), [8, 7, 6, 5, 4])
    const rest = await sweepAll(store, rules)
    assert.equal(sumOf(rest, 'messages'), 4)
    assert.deepEqual(await seqs(store, inbox.id), [8])
  })

  scenario(open, 'each account’s plan decides', async (store) => {
    const [ann, bob] = [await owner(store, 'free'), await owner(store, 'plus')]
    const { inbox: a } = await claim(store, ann, A)
    const { inbox: b } = await claim(store, bob, B)
    await put(store, mail([A, B], { at: T0 }))
    await put(store, mail([A, B], { at: T0 + 2 * DAY }))
    await sweepAll(store, rulesAt(T0 + 2 * DAY + HOUR))
    assert.deepEqual([await seqs(store, a.id), await seqs(store, b.id)], [[2], [2, 1]])
    assert.ok(await store.raw(b.id, 1), 'the body stays for whoever still has the mail')
    assert.deepEqual([await storedBytes(store, ann), await storedBytes(store, bob)], [100, 200])
  })

  scenario(open, 'a change of plan counts from the next sweep', async (store) => {
    const ann = await owner(store, 'free')
    const { inbox } = await claim(store, ann, A)
    await put(store, mail(A, { at: T0 }))
    await put(store, mail(A, { at: T0 + 3 * DAY }))
    await store.setPlan(ann, 'plus', 10)
    await sweepAll(store, rulesAt(T0 + 3 * DAY + HOUR))
    assert.deepEqual(await seqs(store, inbox.id), [2, 1])
    await store.setPlan(ann, 'free', 10)
    await sweepAll(store, rulesAt(T0 + 3 * DAY + HOUR))
    assert.deepEqual(await seqs(store, inbox.id), [2])
  })

  scenario(open, 'an inbox that was emptied counts on from where it was', async (store) => {
    const { inbox } = await claim(store, await owner(store), A)
    await store.append([mail(A, { at: T0 }), mail(A, { at: T0 })])
    await store.touch(new Map(), new Map([[inbox.id, T0 + DAY]]))
    await sweepAll(store, rulesAt(T0 + DAY + HOUR))
    assert.deepEqual(await seqs(store, inbox.id), [])
    assert.equal((await put(store, mail(A, { at: T0 + DAY + HOUR })))[0]?.seq, 3)
  })
}

function ofInboxes(open: OpenStore): void {
  scenario(open, 'one that was neither read nor mailed lapses, and its address is free again', async (store) => {
    const [ann, bob] = [await owner(store), await owner(store)]
    const { inbox } = await claim(store, ann, A)
    await store.append(Array.from({ length: 8 }, () => mail(A, { at: T0 + HOUR })))
    const steps = await sweepAll(store, rulesAt(T0 + DAY + 2 * HOUR, { limit: 3 }))
    assert.deepEqual([sumOf(steps, 'messages'), sumOf(steps, 'inboxes')], [8, 1])
    assert.equal(await store.inboxByAddress(A), null)
    assert.deepEqual(await seqs(store, inbox.id), [])
    assert.equal(await store.raw(inbox.id, 8), null)
    const { inboxCount, storedBytes } = await accountOf(store, ann)
    assert.deepEqual([inboxCount, storedBytes], [0, 0])
    const again = await claim(store, bob, A, { at: T0 + 2 * DAY })
    assert.equal(again.claimed, true)
    assert.notEqual(again.inbox.id, inbox.id, 'the IMAP UIDVALIDITY must be another')
    assert.equal(again.inbox.lastSeq, 0)
  })

  scenario(open, 'one that was claimed, read or mailed within the retention stays', async (store) => {
    const ann = await owner(store)
    const names = ['idle', 'read', 'mailed', 'new']
    const at = (name: string) => `${name}@mayfly.test`
    for (const name of names.slice(0, 3)) await claim(store, ann, at(name), { at: T0 })
    await claim(store, ann, at('new'), { at: T0 + 2 * HOUR })
    await put(store, mail(at('mailed'), { at: T0 + 2 * HOUR }))
    const read = await store.inboxByAddress(at('read'))
    await store.touch(new Map(), new Map([[read?.id ?? '', T0 + 2 * HOUR]]))
    assert.equal(sumOf(await sweepAll(store, rulesAt(T0 + DAY + HOUR)), 'inboxes'), 1)
    const found = await Promise.all(names.map((name) => store.inboxByAddress(at(name))))
    assert.deepEqual(
      found.map((inbox) => inbox !== null),
      [false, true, true, true],
    )
    assert.equal((await accountOf(store, ann)).inboxCount, 3)
  })

  scenario(open, 'an address that lapsed makes room under the cap', async (store) => {
    const ann = await owner(store)
    await claim(store, ann, A, { cap: 1 })
    await sweepAll(store, rulesAt(T0 + DAY + HOUR))
    assert.equal((await claim(store, ann, B, { cap: 1, at: T0 + DAY + HOUR })).claimed, true)
  })
}

function ofHeldMail(open: OpenStore): void {
  scenario(open, 'it goes after its time, and the empty address with it', async (store) => {
    const [first] = await put(store, mail([A, B], { at: T0 }))
    await put(store, mail(B, { at: T0 + 30 * MINUTE }))
    assert.equal(sumOf(await sweepAll(store, rulesAt(T0 + 59 * MINUTE)), 'messages'), 0)
    assert.equal(sumOf(await sweepAll(store, rulesAt(T0 + 61 * MINUTE)), 'messages'), 2)
    assert.equal(await store.inboxByAddress(A), null)
    assert.equal(await store.raw(first?.inboxId ?? '', 1), null)
    const b = await store.inboxByAddress(B)
    assert.deepEqual([b?.messageCount, b?.storedBytes], [1, 100])
  })

  scenario(open, 'it goes in steps, the oldest first', async (store) => {
    await store.append(Array.from({ length: 5 }, (_, i) => mail(A, { at: T0 + i })))
    const inbox = await store.inboxByAddress(A)
    const rules = rulesAt(T0 + 2 * HOUR, { limit: 2 })
    const step = await store.sweep(rules)
    assert.deepEqual([step.messages, step.more], [2, true])
    assert.deepEqual(await seqs(store, inbox?.id ?? ''), [5, 4, 3])
    assert.equal(sumOf(await sweepAll(store, rules), 'messages'), 3)
    assert.equal(await store.inboxByAddress(A), null)
  })
}

function ofEvents(open: OpenStore): void {
  scenario(open, 'they go with their account’s retention, and the log counts on', async (store) => {
    const [ann, bob] = [await owner(store, 'free'), await owner(store, 'plus')]
    const { inbox } = await claim(store, ann, A)
    await claim(store, bob, B)
    await put(store, mail([A, B], { at: T0 + 2 * HOUR }))
    await sweepAll(store, rulesAt(T0 + DAY + HOUR))
    assert.deepEqual(await eventLines(store, ann), ['message.received 1'])
    const after = async (seq: number) => (await store.events(ann, seq, 10)).map((event) => event.seq)
    assert.deepEqual([await after(0), await after(1), await after(2)], [[2], [2], []])
    assert.deepEqual(await eventLines(store, bob), ['inbox.created', 'message.received 1'])
    await store.touch(new Map(), new Map([[inbox.id, T0 + 2 * DAY]]))
    await sweepAll(store, rulesAt(T0 + 2 * DAY))
    assert.deepEqual(await store.events(ann, 0, 10), [])
    await put(store, mail(A, { at: T0 + 2 * DAY }))
    const [event] = await store.events(ann, 0, 10)
    assert.deepEqual([event?.seq, event?.messageSeq], [3, 2])
  })
}

async function storedBytes(store: Store, accountId: string): Promise<number> {
  return (await accountOf(store, accountId)).storedBytes
}
