import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sliceWhole, visibleLine, visibleText } from './visible-text.ts'

test('what a person sees stays, in any script', () => {
  const words = 'Grüße, 你好, שלום, नमस्ते, 🙂 and\ttabs\nand lines'
  assert.equal(visibleText(words), words)
})

for (const [name, hidden] of Object.entries({
  'zero-width characters': '\u200b\u200c\u200d\u2060\ufeff',
  'soft hyphens': '\u00ad',
  'bidirectional controls': '\u202a\u202e\u2066\u2069\u200e\u200f\u061c',
  tags: '\u{e0001}\u{e0041}\u{e007f}',
  'variation selectors': '\ufe00\ufe0f\u{e0100}\u{e01ef}',
  'fillers and joiners': '\u3164\u115f\uffa0\u034f\u180e',
  controls: '\u0000\u0008\u001b\u007f\u009b',
  'annotation marks': '\ufff9\ufffa\ufffb',
  'half characters': '\ud800',
})) {
  test(`${name} go`, () => assert.equal(visibleText(`a${hidden}b`), 'ab'))
}

test('every kind of line end is one', () => {
  assert.equal(visibleText('a\r\nb\rc\u2028d\u2029e\u0085f'), 'a\nb\nc\nd\ne\nf')
})

test('many empty lines are one', () => {
  assert.equal(visibleText(`a${'\n \t'.repeat(1_000)}\nb`), 'a\n\nb')
})

test('a line is one line of bounded length, and ends with whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (text, max) => {
      const line = visibleLine(text, max)
      assert.ok(line.length <= max)
      assert.doesNotMatch(line, /[\n\r]/)
      assert.ok(line.isWellFormed())
    }),
  )
})

test('parts give the whole text, and no part halves a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 2, max: 20 }), (text, size) => {
      const parts: string[] = []
      for (let start = 0; start < text.length; start += size) parts.push(sliceWhole(text, start, start + size))
      assert.equal(parts.join(''), text)
      assert.ok(parts.every((part) => part.isWellFormed()))
    }),
  )
})
