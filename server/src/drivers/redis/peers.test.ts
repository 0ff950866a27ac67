import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LATE_MS, Peers } from './peers.ts'

const MINUTE = 60_000

test('one that falls silent is missed until it is heard again', () => {
  const peers = new Peers()
  peers.heard(1, 0)
  assert.deepEqual([peers.isHeard(1, LATE_MS - 1), peers.isOneMissing(LATE_MS - 1)], [true, false])
  assert.deepEqual([peers.isHeard(1, LATE_MS), peers.isOneMissing(LATE_MS)], [false, true])
  peers.heard(1, LATE_MS)
  assert.equal(peers.isOneMissing(LATE_MS), false)
})

test('one that has said good-bye is not missed, nor one that was never heard', () => {
  const peers = new Peers()
  peers.heard(1, 0)
  peers.left(1)
  assert.deepEqual([peers.isHeard(1, 1), peers.isHeard(2, 1), peers.isOneMissing(LATE_MS)], [false, false, false])
})

test('one that stays silent is taken for gone in the end', () => {
  const peers = new Peers()
  peers.heard(1, 0)
  assert.equal(peers.isOneMissing(10 * MINUTE - 1), true)
  assert.equal(peers.isOneMissing(10 * MINUTE), false)
})

test('however many names somebody makes up, few are remembered', () => {
  const peers = new Peers()
  for (let tag = 0; tag < 10_000; tag++) peers.heard(tag, 0)
  assert.deepEqual([peers.isHeard(0, 1), peers.isHeard(9_999, 1)], [false, true])
})
