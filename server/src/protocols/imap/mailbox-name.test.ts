import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeMailboxName, encodeMailboxName } from './mailbox-name.ts'

test('RFC 3501 §5.1.3: modified UTF-7', () => {
  const pairs = [
    ['INBOX', 'INBOX'],
    ['a&b', 'a&-b'],
    ['Entwürfe', 'Entw&APw-rfe'],
    ['~peter/mail/台北/日本語', '~peter/mail/&U,BTFw-/&ZeVnLIqe-'],
    ['💌', '&2D3cjA-'],
    ['', ''],
  ] as const
  for (const [name, text] of pairs) {
    assert.equal(encodeMailboxName(name), text)
    assert.equal(decodeMailboxName(text), name)
  }
})

test('what is written in another way than the one is no name', () => {
  for (const text of [
    '&',
    'a&b',
    '&!-',
    '&AGE-',
    '&U,BTFw',
    '&U,BTFw-&ZeVnLIqe-',
    '&A-',
    'b\xfc',
    '&AP/-',
    '&Jjo!',
    '\x01',
  ]) {
    assert.equal(decodeMailboxName(text), null, text)
  }
})

test('every name comes back', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
      const text = encodeMailboxName(name)
      assert.match(text, /^[\x20-\x7e]*$/)
      assert.equal(decodeMailboxName(text), name)
    }),
  ))
