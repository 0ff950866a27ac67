import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusals } from './refusals.ts'

test('the last ten of a quarter of an hour are remembered, each address for itself', () => {
  let now = 0
  const refusals = new Refusals({ now: () => now })
  for (let i = 0; i < 12; i++) refusals.note('a@mayfly.test', 'ann', `s${i}@sender.test`, '552')
  refusals.note('b@mayfly.test', 'ann', 'x@sender.test', '452')
  assert.deepEqual(
    refusals.of('a@mayfly.test', 'ann').map(({ from }) => from),
    Array.from({ length: 10 }, (_, i) => `s${i + 2}@sender.test`),
  )
  assert.equal(refusals.of('b@mayfly.test', 'ann').length, 1)
  now = 15 * 60_000 + 1
  assert.deepEqual(refusals.of('a@mayfly.test', 'ann'), [])
})

test('it is bounded: the address that was refused longest ago is forgotten first', () => {
  const refusals = new Refusals({ now: () => 0 })
  for (let i = 0; i <= 10_000; i++) refusals.note(`${i}@mayfly.test`, 'ann', '', '552')
  assert.deepEqual(refusals.of('0@mayfly.test', 'ann'), [])
  assert.equal(refusals.of('1@mayfly.test', 'ann').length, 1)
})

test('what was refused while another had the address, or before its first reader, is nobody else’s business', () => {
  const refusals = new Refusals({ now: () => 0 })
  refusals.note('a@mayfly.test', null, 'early@sender.test', '552')
  refusals.note('a@mayfly.test', 'bob', 'bobs@sender.test', '552')
  const seenBy = (account: string) => refusals.of('a@mayfly.test', account).map(({ from }) => from)
  assert.deepEqual(seenBy('ann'), ['early@sender.test'])
  assert.deepEqual(seenBy('bob'), ['bobs@sender.test'])
  assert.deepEqual(seenBy('cid'), [])
})
