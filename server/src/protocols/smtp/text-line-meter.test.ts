import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cut } from './play.ts'
import { TextLineMeter } from './text-line-meter.ts'

test('admits a text exactly when no line with its LF is over the limit, in any pieces', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'bcd', '\n', '\r\n'), maxLength: 30 })
  const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 })
  fc.assert(
    fc.property(text, sizes, fc.integer({ min: 1, max: 9 }), (whole, cuts, limit) => {
      const meter = new TextLineMeter(limit)
      const admitted = cut(Buffer.from(whole), cuts).every((piece) => meter.admit(piece))
      const lines = whole.match(/[^\n]*\n|[^\n]+$/g) ?? []
      assert.equal(
        admitted,
        lines.every((line) => line.length <= limit),
      )
    }),
    { numRuns: 2000 },
  )
})
