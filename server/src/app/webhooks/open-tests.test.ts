import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OpenTests } from './open-tests.ts'

test('ten at once for each account, and each place is given back once', () => {
  const tests = new OpenTests()
  const leaves = Array.from({ length: 10 }, () => tests.enter('ann'))
  assert.throws(() => tests.enter('ann'), { code: 'rate_limited' })
  tests.enter('bob')
  leaves[0]?.()
  leaves[0]?.()
  tests.enter('ann')
  assert.throws(() => tests.enter('ann'), { code: 'rate_limited' })
})
