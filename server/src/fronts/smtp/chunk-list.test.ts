import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ChunkList } from './chunk-list.ts'

test('what was put in comes out, however it was cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 9_000 }), { maxLength: 40 }), (pieces) => {
      const list = new ChunkList()
      for (const piece of pieces) list.push(Buffer.from(piece))
      const whole = Buffer.concat(pieces)
      assert.equal(list.bytes, whole.byteLength)
      assert.deepEqual(Buffer.concat(list.take()), whole)
      assert.equal(list.bytes, 0)
      assert.deepEqual(list.take(), [])
    }),
  )
})

test('single bytes share their memory', () => {
  const list = new ChunkList()
  for (let i = 0; i < 100_000; i++) list.push(Buffer.from([i & 255]))
  assert.ok(list.take().length < 10)
})
