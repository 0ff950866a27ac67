import assert from 'node:assert/strict'
import { test } from 'node:test'
import { astring, mailbox, plainText, string } from './serialise.ts'

test('a string is quoted where that can be, else it is a literal', () => {
  assert.equal(string(''), '""')
  assert.equal(string('a "b" \\c'), '"a \\"b\\" \\\\c"')
  assert.equal(string('b\xc3\xbc'), '{3}\r\nb\xc3\xbc')
  assert.equal(string('a\r\nb'), '{4}\r\na\r\nb')
  assert.equal(string('x'.repeat(1001)), `{1001}\r\n${'x'.repeat(1001)}`)
})

test('an astring is an atom where that can be', () => {
  assert.equal(astring('a]b'), 'a]b')
  for (const text of ['', 'a b', 'a(b', 'nil', 'a*', 'a%', '{5}']) assert.equal(astring(text), `"${text}"`)
  assert.equal(mailbox('Entwürfe & mehr'), '"Entw&APw-rfe &- mehr"')
})

test('human text stays on its line', () => {
  assert.equal(plainText('a\r\n* BYE b\0ü'), 'a?* BYE b?')
})
