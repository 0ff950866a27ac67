import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutPieces } from './cut-pieces.ts'

test('the same octets as those of the whole', () =>
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 6 }), { maxLength: 5 }),
      fc.nat(30),
      fc.integer({ min: 1, max: 30 }),
      (pieces, origin, count) => {
        const whole = Buffer.concat(pieces)
        const cut = Buffer.concat(cutPieces(pieces, { origin, count }))
        assert.deepEqual(cut, whole.subarray(origin, origin + count))
      },
    ),
  ))
