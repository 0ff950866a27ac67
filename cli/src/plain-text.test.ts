import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainLine, plainText } from './plain-text.ts'

test('nothing that moves a cursor or turns the text around is left', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(
        plainText(text),
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/,
      )
      assert.doesNotMatch(plainLine(text), /[\n\t]/)
    }),
  )
})

test('what people write stays as it is', () => {
  for (const text of ['Grüße, 日本語', 'שלום', 'a\n\tb', '👩‍💻 🇩🇪 é', 'نمی‌خواهم']) assert.equal(plainText(text), text)
  assert.equal(plainText('one\r\ntwo\rthree'), 'one\ntwo\nthree')
  assert.equal(plainLine('  a \n b  '), 'a b')
})
