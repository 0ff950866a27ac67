import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as replies from './replies.ts'

const { formatReply, isProtocolError } = replies
const table = Object.entries(replies).filter((entry): entry is [string, replies.Reply] => typeof entry[1] === 'object')

test('one line, several lines, and no way to break out of them', () => {
  assert.equal(formatReply({ code: 250, text: 'OK' }), '250 OK\r\n')
  assert.equal(formatReply({ code: 250, text: 'a\nb\r\nc\rd' }), '250-a\r\n250-b\r\n250-c\r\n250 d\r\n')
})

test('every enhanced status is of the class of its code (RFC 2034 §4)', () => {
  assert.ok(table.length > 30)
  for (const [name, { code, text }] of table) {
    if (code !== 354) assert.match(text, new RegExp(`^${Math.floor(code / 100)}\\.\\d\\.\\d `), name)
  }
})

test('what counts as the fault of the client', () => {
  assert.equal(isProtocolError(replies.UNKNOWN_COMMAND), true)
  assert.equal(isProtocolError(replies.UNKNOWN_PARAMETER), true)
  assert.equal(isProtocolError(replies.NEEDS_RECIPIENT), false)
  assert.equal(isProtocolError({ code: 550, text: '5.1.1 No' }), false)
})
