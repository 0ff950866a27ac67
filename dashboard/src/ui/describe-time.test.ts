import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeTime } from './describe-time.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

test('the largest unit that fits is named', () => {
  const now = Date.UTC(2026, 10, 15)
  assert.deepEqual(
    [0, 59 * SECOND, 61 * SECOND, 90 * 60 * SECOND, 25 * HOUR, 49 * HOUR].map((ago) => describeTime(now - ago, now)),
    ['now', 'now', '1 min. ago', '1 hr. ago', 'yesterday', '2 days ago'],
  )
  assert.deepEqual(
    [30 * SECOND, 2 * HOUR, 72 * HOUR].map((ahead) => describeTime(now + ahead, now)),
    ['in a moment', 'in 2 hr.', 'in 3 days'],
  )
})
