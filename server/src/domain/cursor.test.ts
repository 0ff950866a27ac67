import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { newId } from './ids.ts'

test('a cursor comes back as it went out', () => {
  const cursor = { inboxId: newId('ibx'), seq: 42 }
  assert.deepEqual(decodeCursor(encodeCursor(cursor)), cursor)
})

test('what we have not given out is none', () => {
  const good = encodeCursor({ inboxId: newId('ibx'), seq: 7 })
  for (const text of ['', 'x', `${good}=`, `${good} `, good.slice(1), encodeCursor({ inboxId: 'ibx_0', seq: 0 })]) {
    assert.equal(decodeCursor(text), null, text)
  }
  fc.assert(fc.property(fc.string(), (text) => decodeCursor(text) === null))
})
