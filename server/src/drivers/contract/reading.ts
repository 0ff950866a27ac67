import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { newId } from '../../domain/ids.ts'
import type { Store } from '../../domain/ports.ts'
import { claim, eventLines, mail, type OpenStore, owner, put, scenario, seqs, T0 } from './scene.ts'

const A = 'a@mayfly.test'
const B = 'b@mayfly.test'

export function reading(open: OpenStore): void {
  describe('messages', () => messages(open))
  describe('inboxes', () => inboxes(open))
  describe('events', () => events(open))
}

function messages(open: OpenStore): void {
  scenario(open, 'a message reads as it came', async (store) => {
    const arrival = {
      ...mail([A, 'Other <not@parsed>'], { at: T0 + 5, size: 77 }),
      recipients: [{ address: A, storedBytesCap: null, webhooks: true }],
      summary: {
        from: 'zoë@sender.test',
        fromName: 'Zoë, "the" 🦋',
        to: [A, 'ü@elsewhere.test'],
        subject: '確認コード 123456',
        receivedCount: 2,
      },
    }
    const [place] = await put(store, arrival)
    const rows = await store.messages(place?.inboxId ?? '', { limit: 1 })
    assert.deepEqual(
      rows.map((row) => ({ ...row, to: [...row.to] })),
      [
        {
          seq: 1,
          receivedAt: T0 + 5,
          sizeBytes: 77,
          envelopeFrom: 'bounce@sender.test',
          from: 'zoë@sender.test',
          fromName: 'Zoë, "the" 🦋',
          to: [A, 'ü@elsewhere.test'],
          subject: '確認コード 123456',
          seen: false,
          claimedAt: null,
        },
      ],
    )
  })

  scenario(open, 'a bounce has no sender, and a mail need have no header', async (store) => {
    const summary = { from: '', fromName: '', to: [], subject: '', receivedCount: 0 }
    const [place] = await put(store, { ...mail(A), envelopeFrom: '', summary })
    const [row] = await store.messages(place?.inboxId ?? '', { limit: 1 })
    assert.deepEqual([row?.envelopeFrom, row?.from, row?.to, row?.subject], ['', '', [], ''])
  })

  scenario(open, 'pages run from the newest, between before and after', async (store) => {
    const inboxId = await fill(store, 6)
    const page = async (bounds: { before?: number; after?: number; limit: number }) =>
      (await store.messages(inboxId, bounds)).map((row) => row.seq)
    assert.deepEqual(await page({ limit: 10 }), [6, 5, 4, 3, 2, 1])
    assert.deepEqual(await page({ limit: 2 }), [6, 5])
    assert.deepEqual(await page({ limit: 2, before: 5 }), [4, 3])
    assert.deepEqual(await page({ limit: 2, before: 1 }), [])
    assert.deepEqual(await page({ limit: 10, after: 0 }), [6, 5, 4, 3, 2, 1])
    assert.deepEqual(await page({ limit: 10, after: 4 }), [6, 5])
    assert.deepEqual(await page({ limit: 10, after: 6 }), [])
    assert.deepEqual(await page({ limit: 2, after: 1 }), [6, 5], 'also after a cursor, the newest come first')
    assert.deepEqual(await page({ limit: 2, after: 1, before: 5 }), [4, 3])
    assert.deepEqual(await page({ limit: 2, after: 1, before: 3 }), [2])
  })

  scenario(open, 'an unknown inbox has no messages', async (store) => {
    await fill(store, 1)
    assert.deepEqual(await seqs(store, newId('ibx')), [])
  })
}

function inboxes(open: OpenStore): void {
  scenario(open, 'a touch notes the last read, never goes backwards, and is no change to a reader', async (store) => {
    await claim(store, await owner(store), A)
    await put(store, mail(A))
    const before = await store.inboxByAddress(A)
    assert.ok(before)
    for (const [at, noted] of [
      [T0 + 10, T0 + 10],
      [T0 + 4, T0 + 10],
      [T0 + 11, T0 + 11],
    ] as const) {
      await store.touch(new Map(), new Map([[before.id, at]]))
      assert.deepEqual({ ...(await store.inboxByAddress(A)) }, { ...before, lastReadAt: noted })
    }
  })

  scenario(open, 'what one inbox gets does not move another', async (store) => {
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, A)
    await claim(store, ann, B)
    await put(store, mail(B))
    assert.deepEqual({ ...(await store.inboxByAddress(A)) }, { ...inbox })
  })
}

function events(open: OpenStore): void {
  scenario(open, 'an account’s log counts 1, 2, 3 over its inboxes, and pages after a cursor', async (store) => {
    const ann = await owner(store)
    const { inbox: a } = await claim(store, ann, A, { at: T0 })
    const { inbox: b } = await claim(store, ann, B, { at: T0 + 1 })
    await store.append([mail(B, { at: T0 + 2 }), mail(A, { at: T0 + 3 }), mail(B, { at: T0 + 4 })])
    const log = await store.events(ann, 0, 100)
    assert.deepEqual(
      log.map((event) => ({ ...event })),
      [
        { seq: 1, type: 'inbox.created', at: T0, inboxId: a.id, inbox: A, messageSeq: null },
        { seq: 2, type: 'inbox.created', at: T0 + 1, inboxId: b.id, inbox: B, messageSeq: null },
        { seq: 3, type: 'message.received', at: T0 + 2, inboxId: b.id, inbox: B, messageSeq: 1 },
        { seq: 4, type: 'message.received', at: T0 + 3, inboxId: a.id, inbox: A, messageSeq: 1 },
        { seq: 5, type: 'message.received', at: T0 + 4, inboxId: b.id, inbox: B, messageSeq: 2 },
      ],
    )
    assert.deepEqual(await store.events(ann, 0, 2), log.slice(0, 2))
    assert.deepEqual(await store.events(ann, 2, 2), log.slice(2, 4))
    assert.deepEqual(await store.events(ann, 4, 2), log.slice(4))
    assert.deepEqual(await store.events(ann, 5, 2), [])
  })

  scenario(open, 'the log of another account never shows', async (store) => {
    const [ann, bob] = [await owner(store), await owner(store)]
    await claim(store, ann, A)
    await claim(store, bob, B)
    await put(store, mail([A, B]))
    await put(store, mail(A))
    assert.deepEqual(await eventLines(store, ann), ['inbox.created', 'message.received 1', 'message.received 2'])
    assert.deepEqual(await eventLines(store, bob), ['inbox.created', 'message.received 1'])
    assert.ok((await store.events(bob, 0, 10)).every((event) => event.inbox === B))
    assert.deepEqual(await store.events(newId('acc'), 0, 10), [])
  })
}

async function fill(store: Store, count: number): Promise<string> {
  const batch = Array.from({ length: count }, (_, i) => mail(A, { at: T0 + i }))
  await store.append(batch)
  const inbox = await store.inboxByAddress(A)
  assert.ok(inbox)
  return inbox.id
}
