import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeMarks, decodeMessage, encodeMarks, encodeMessage } from './link-message.ts'
import { markOf } from './mark-of.ts'

const mark = () => fc.integer({ min: 0, max: 2 ** 32 - 1 })

test('what a node says is what the others hear', () => {
  fc.assert(
    fc.property(mark(), fc.array(mark()), (tag, marks) => {
      const heard = decodeMessage(encodeMessage(tag, encodeMarks(marks)))
      assert.equal(heard?.tag, tag)
      assert.deepEqual(decodeMarks(heard?.body ?? Buffer.alloc(0)), marks)
    }),
  )
})

test('whatever somebody else publishes is read without a fault', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const heard = decodeMessage(Buffer.from(bytes))
      assert.equal(heard === null, bytes.length < 4)
      if (heard) assert.equal(decodeMarks(heard.body).length, Math.floor((bytes.length - 4) / 4))
    }),
  )
})

test('a mark is a number of 32 bits, the same on every node', () => {
  assert.equal(markOf(''), 0x811c9dc5)
  assert.equal(markOf('a'), 0xe40c292c)
  fc.assert(fc.property(fc.string(), (id) => markOf(id) >>> 0 === markOf(id)))
})
