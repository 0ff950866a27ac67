import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Bells } from '../../lib/bells.ts'
import { SlowPoll } from './slow-poll.ts'

const TICK_MS = 100

/** So many who listen, and who of them has been rung how often. */
function scene(count: number) {
  const bells = new Bells<number>()
  const rings = new Map<number, number>()
  bells.ring = (keys) => {
    for (const key of keys) rings.set(key, (rings.get(key) ?? 0) + 1)
  }
  for (let key = 0; key < count; key++) bells.listen([key], new AbortController().signal)
  return { rings, poll: new SlowPoll(bells) }
}

function onMockedTime(play: (ticks: (count: number) => void) => void): void {
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    play((count) => mock.timers.tick(count * TICK_MS))
  } finally {
    mock.timers.reset()
  }
}

test('a few are all rung within two seconds, spread over them, and again in the next two', () =>
  onMockedTime((ticks) => {
    const { rings, poll } = scene(40)
    poll.begin()
    ticks(10)
    assert.equal(rings.size, 20)
    ticks(10)
    assert.equal(rings.size, 40)
    ticks(20)
    assert.ok(rings.values().every((count) => count === 2))
  }))

test('many are rung a thousand in a second and no more', () =>
  onMockedTime((ticks) => {
    const { rings, poll } = scene(5_000)
    poll.begin()
    ticks(10)
    assert.equal(rings.size, 1_000)
    ticks(40)
    assert.equal(rings.size, 5_000)
  }))

test('at the end everyone is rung once more, and then nobody', () =>
  onMockedTime((ticks) => {
    const { rings, poll } = scene(40)
    poll.begin()
    ticks(5)
    rings.clear()
    poll.finish()
    ticks(100)
    assert.deepEqual([...rings.values()], new Array(40).fill(1))
  }))
