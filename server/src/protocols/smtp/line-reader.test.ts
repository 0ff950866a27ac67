import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Line, LineReader } from './line-reader.ts'
import { cut } from './play.ts'
import { LINE_MALFORMED, LINE_NOT_UTF8, LINE_TOO_LONG } from './replies.ts'

function read(stream: string | Buffer, sizes: readonly number[] = [], limit = 20): Line[] {
  const reader = new LineReader(limit)
  const lines: Line[] = []
  for (const chunk of cut(Buffer.from(stream), sizes)) {
    for (let at = 0; at < chunk.length; ) {
      const { next, line } = reader.read(chunk, at)
      assert.ok(next > at)
      assert.ok(reader.buffered <= limit)
      if (line !== null) lines.push(line)
      at = next
    }
  }
  return lines
}

test('lines end with CRLF, trailing white space is dropped', () => {
  assert.deepEqual(read('NOOP\r\n\r\nä \t\r\nrest'), ['NOOP', '', 'ä'])
})

test('the limit counts the CRLF', () => {
  for (const sizes of [[], [1], [18], [19], [20]]) {
    assert.deepEqual(read(`${'x'.repeat(18)}\r\n${'x'.repeat(19)}\r\nok\r\n`, sizes), [
      'x'.repeat(18),
      LINE_TOO_LONG,
      'ok',
    ])
    assert.deepEqual(read(`${'x'.repeat(90)}\r\nok\r\n`, sizes), [LINE_TOO_LONG, 'ok'])
  }
})

test('faults', () => {
  assert.deepEqual(read('a\nb\r\na\rb\r\na\r\r\n\0\r\n\x7f\r\n'), Array(5).fill(LINE_MALFORMED))
  assert.deepEqual(read(Buffer.from('\xc3\r\n\xc0\x80\r\n\xed\xa0\x80\r\n', 'latin1')), Array(3).fill(LINE_NOT_UTF8))
  assert.deepEqual(read('\u0085\r\n'), [LINE_MALFORMED])
})

test('the chunks do not matter', () => {
  const stream = fc.string({ unit: fc.constantFrom('\r', '\n', '\r\n', 'a', 'bcdef', 'ä', ' ', '\0'), maxLength: 40 })
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(stream, sizes, (text, cuts) => assert.deepEqual(read(text, cuts), read(text))),
    { numRuns: 1000 },
  )
})
