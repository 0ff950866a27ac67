import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusals } from './refusals.ts'

test('the last ten of a quarter of an hour are remembered, each address for itself', () => {
  let now = 0
  const refusals = new Refusals({ now: () => now })
  for (let i = 0; i < 12; i++) refusals.note('a@mayfly.test', `s${i}@sender.test`, '552')
  refusals.note('b@mayfly.test', 'x@sender.test', '452')
  assert.deepEqual(
    refusals.of('a@mayfly.test').map(({ from }) => from),
    Array.from({ length: 10 }, (_, i) => `s${i + 2}@sender.test`),
  )
  assert.equal(refusals.of('b@mayfly.test').length, 1)
  now = 15 * 60_000 + 1
  assert.deepEqual(refusals.of('a@mayfly.test'), [])
})

test('it is bounded: the address that was refused longest ago is forgotten first', () => {
  const refusals = new Refusals({ now: () => 0 })
  for (let i = 0; i <= 10_000; i++) refusals.note(`${i}@mayfly.test`, '', '552')
  assert.deepEqual(refusals.of('0@mayfly.test'), [])
  assert.equal(refusals.of('1@mayfly.test').length, 1)
})
