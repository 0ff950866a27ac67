import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MinuteMeter } from './minute-meter.ts'

test('counts what happened within the last minute', () => {
  let now = 1_000_000_000_000
  const meter = new MinuteMeter(() => now)
  assert.equal(meter.total, 0)
  meter.add()
  meter.add(4)
  now += 30_000
  meter.add()
  assert.equal(meter.total, 6)
  now += 29_999
  assert.equal(meter.total, 6)
  now += 1
  assert.equal(meter.total, 1)
  now += 30_000
  assert.equal(meter.total, 0)
})

test('a long silence forgets all, and a clock that goes back counts on', () => {
  let now = 1_000_000_000_000
  const meter = new MinuteMeter(() => now)
  meter.add(9)
  now += 3_600_000
  assert.equal(meter.total, 0)
  meter.add(2)
  now -= 10_000
  meter.add(3)
  assert.equal(meter.total, 5)
})
