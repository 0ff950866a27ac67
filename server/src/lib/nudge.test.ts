import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Nudge } from './nudge.ts'

const LONG_MS = 3_600_000

test('a waiter is woken', async () => {
  const nudge = new Nudge()
  const waiting = nudge.wait(LONG_MS)
  nudge.give()
  await waiting
})

test('a nudge that nobody waited for is remembered once', async () => {
  const nudge = new Nudge()
  nudge.give()
  nudge.give()
  await nudge.wait(LONG_MS)
  let woken = false
  const waiting = nudge.wait(LONG_MS).then(() => {
    woken = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(woken, false)
  nudge.give()
  await waiting
})

test('without a nudge the time ends the wait', async () => {
  await new Nudge().wait(1)
})
