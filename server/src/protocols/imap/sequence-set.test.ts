import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatSet, inRanges, settleRanges } from './sequence-set.ts'

const number = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(Infinity))
const set = fc.array(fc.record({ from: number, to: number }), { minLength: 1, maxLength: 6 })

test('settled ranges hold what the set says, in order and apart', () =>
  fc.assert(
    fc.property(set, fc.integer({ min: 1, max: 30 }), (ranges, last) => {
      const settled = settleRanges(ranges, last)
      for (let one = 0; one <= 31; one += 1) {
        const said = ranges.some(({ from, to }) => {
          const [a, b] = [from, to].map((end) => (end === Infinity ? last : end)) as [number, number]
          return Math.min(a, b) <= one && one <= Math.max(a, b)
        })
        assert.equal(inRanges(settled, one), said, `${one}`)
      }
      for (const [index, { from }] of settled.entries()) {
        if (index > 0) assert.ok((settled[index - 1]?.to ?? 0) + 1 < from)
      }
    }),
  ))

test('a set is written in the order of its numbers', () => {
  assert.equal(formatSet([]), '')
  assert.equal(formatSet([7]), '7')
  assert.equal(formatSet([1, 2, 3, 7, 9, 10]), '1:3,7,9:10')
  assert.equal(formatSet([5, 4, 1, 2]), '5,4,1:2')
})
