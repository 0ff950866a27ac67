import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { messageId, newId, parseMessageId } from './ids.ts'

test('an id is its prefix and 80 random bits', () => {
  const ids = Array.from({ length: 1_000 }, () => newId('ibx'))
  for (const id of ids) assert.match(id, /^ibx_[0-9a-hjkmnp-tv-z]{16}$/)
  assert.equal(new Set(ids).size, ids.length)
})

test('a message id leads back to its place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (seq) => {
      const inboxId = newId('ibx')
      assert.deepEqual(parseMessageId(messageId(inboxId, seq)), { inboxId, seq })
    }),
  )
})

test('anything else leads nowhere', () => {
  for (const id of ['', 'msg_', 'msg_0', `msg_${'0'.repeat(16)}`, `msg_${'0'.repeat(16)}0`, `msg_${'u'.repeat(16)}1`]) {
    assert.equal(parseMessageId(id), null, id)
  }
  fc.assert(fc.property(fc.string(), (text) => parseMessageId(text) === null))
})
