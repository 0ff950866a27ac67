import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeUpload } from './take-upload.ts'

const PIECE = 64 * 1024

/** A message of so many bytes, in pieces whose memory is used again, as that of a socket is. */
async function* pieces(size: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(PIECE)
  for (let at = 0; at < size; at += PIECE) {
    const length = Math.min(PIECE, size - at)
    for (let i = 0; i < length; i++) piece[i] = (at + i) % 251
    yield piece.subarray(0, length)
  }
}

async function collect(raw: Uint8Array | AsyncIterable<Uint8Array>): Promise<Buffer> {
  if (raw instanceof Uint8Array) return Buffer.from(raw)
  const all: Buffer[] = []
  for await (const piece of raw) all.push(Buffer.from(piece))
  return Buffer.concat(all)
}

for (const [what, size] of [
  ['a small message is taken whole', 200_000],
  ['a large one comes piece by piece behind its head', 3_000_001],
] as const) {
  test(what, async () => {
    const upload = { flags: ['\\Seen', 'work', '\\Answered'], internalDate: 7, size, message: pieces(size) }
    const { raw, head, ...filed } = await takeUpload(upload)
    assert.deepEqual(filed, { seen: true, flags: ['\\Answered', 'work'], internalDate: 7, sizeBytes: size })
    const whole = await collect(raw as AsyncIterable<Uint8Array>)
    assert.equal(whole.length, size)
    assert.ok(whole.every((byte, i) => byte === i % 251))
    assert.ok(head.byteLength >= Math.min(size, 256 * 1024))
    assert.ok(whole.subarray(0, head.byteLength).equals(head))
  })
}

test('an upload that breaks off is an error, and not a shorter message', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('Subject: half')
    throw new Error('the client is gone')
  }
  const upload = { flags: [], internalDate: null, size: 100, message: broken() }
  await assert.rejects(takeUpload(upload), /the client is gone/)
})

test('an upload is read to its end, where its command may still turn out to be malformed', async () => {
  async function* malformed(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('Subject: whole')
    throw new Error('there is more behind it')
  }
  const upload = { flags: [], internalDate: null, size: 14, message: malformed() }
  await assert.rejects(takeUpload(upload), /there is more behind it/)
})
