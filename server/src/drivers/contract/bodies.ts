import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { claim, mail, type OpenStore, owner, put, scenario } from './scene.ts'

const A = 'a@mayfly.test'
const B = 'b@mayfly.test'
const THREE_MB = 3 * 1024 ** 2

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, i) => i)
const BODIES: Readonly<Record<string, Uint8Array>> = {
  'no byte': new Uint8Array(0),
  'one byte': Uint8Array.of(0),
  'every value of a byte': ALL_BYTES,
  '4 KB of text': new TextEncoder().encode('Grüße aus dem Postfach. \r\n'.repeat(160)),
  '3 MB of noise': new Uint8Array(randomBytes(THREE_MB)),
}

export function bodies(open: OpenStore): void {
  for (const [what, body] of Object.entries(BODIES)) {
    scenario(open, `${what} comes back as it was given`, async (store) => {
      const [place] = await put(store, mail(A, { raw: body }))
      assertSame(await store.raw(place?.inboxId ?? '', 1), body)
    })

    scenario(open, `${what} comes back as it was staged`, async (store) => {
      const raw = await store.stage(inPieces(body, 64 * 1024 - 1))
      const [a, b] = await put(store, mail([A, B], { raw, size: body.length }))
      assertSame(await store.raw(a?.inboxId ?? '', 1), body)
      assertSame(await store.raw(b?.inboxId ?? '', 1), body)
      assert.equal((await store.inboxByAddress(A))?.storedBytes, body.length)
    })
  }

  scenario(open, 'a view into a larger buffer is stored alone, and stays the caller’s', async (store) => {
    const buffer = new Uint8Array(1_000).fill(1)
    const view = buffer.subarray(300, 556)
    view.set(ALL_BYTES)
    const [place] = await put(store, mail(A, { raw: view }))
    assertSame(view, ALL_BYTES)
    buffer.fill(9)
    assertSame(await store.raw(place?.inboxId ?? '', 1), ALL_BYTES)
  })

  scenario(open, 'a piece may be overwritten once the next one is asked for', async (store) => {
    const buffer = new Uint8Array(1_000)
    async function* reused(): AsyncGenerator<Uint8Array> {
      for (const value of [1, 2, 3]) yield buffer.fill(value)
    }
    const [place] = await put(store, mail(A, { raw: await store.stage(reused()), size: 3_000 }))
    const expected = Uint8Array.from({ length: 3_000 }, (_, i) => 1 + Math.floor(i / 1_000))
    assertSame(await store.raw(place?.inboxId ?? '', 1), expected)
  })

  scenario(open, 'bodies that are staged at once do not mix', async (store) => {
    const given = Array.from({ length: 8 }, (_, i) => new Uint8Array(50_000).fill(i))
    const staged = await Promise.all(given.map((body) => store.stage(inPieces(body, 7_000))))
    assert.equal(new Set(staged.map((body) => body.staged)).size, 8)
    const batch = staged.map((raw) => mail(A, { raw, size: 50_000 }))
    await store.append(batch)
    const inbox = await store.inboxByAddress(A)
    for (const [i, body] of given.entries()) assertSame(await store.raw(inbox?.id ?? '', i + 1), body)
  })

  scenario(open, 'what is staged and never used is never seen', async (store) => {
    const ann = await owner(store)
    await store.stage(inPieces(ALL_BYTES, 100))
    assert.equal((await claim(store, ann, A)).inbox.messageCount, 0)
    assert.equal((await store.account(ann))?.storedBytes, 0)
    assert.equal((await store.events(ann, 0, 10)).length, 1)
  })

  scenario(open, 'a body that breaks off is not staged, and the store goes on', async (store) => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield ALL_BYTES
      throw new Error('the peer went away')
    }
    await assert.rejects(store.stage(broken()), /the peer went away/)
    await put(store, mail(A))
    assert.equal((await store.inboxByAddress(A))?.messageCount, 1)
  })

  scenario(open, 'the raw source of a message that is not there is null', async (store) => {
    const [place] = await put(store, mail(A))
    assert.equal(await store.raw(place?.inboxId ?? '', 2), null)
    assert.equal(await store.raw('ibx_0000000000000000', 1), null)
  })
}

async function* inPieces(body: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < body.length; start += size) yield body.subarray(start, start + size)
}

/** Engines answer with a Buffer or a plain array of bytes: what they hold is compared, not what they are. */
function assertSame(actual: Uint8Array | null, expected: Uint8Array): void {
  assert.ok(actual)
  assert.equal(Buffer.compare(actual, expected), 0, 'the bytes differ')
}
