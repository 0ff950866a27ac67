import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LogInBrake } from './log-in-brake.ts'

const SIGNAL = new AbortController().signal

class Clock {
  at = 0
  readonly pauses: number[] = []
  readonly brake = new LogInBrake({ now: () => this.at, pause: async (ms) => void this.pauses.push(ms) })

  async fail(...keys: string[]): Promise<number> {
    await this.brake.hold(keys, SIGNAL)
    return this.pauses.at(-1) ?? 0
  }
}

test('each failure is kept longer than the one before, up to ten seconds', async () => {
  const clock = new Clock()
  for (const ms of [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) assert.equal(await clock.fail('from a'), ms)
})

test('a name and an address are counted apart, and the longer pause holds', async () => {
  const clock = new Clock()
  await clock.fail('from a', 'as ann')
  await clock.fail('from a', 'as bob')
  assert.equal(await clock.fail('from b', 'as carol'), 1_000)
  assert.equal(await clock.fail('from b', 'as ann'), 2_000)
  assert.equal(await clock.fail('from a', 'as dan'), 4_000)
})

test('a log-in that holds clears its name and its address', async () => {
  const clock = new Clock()
  await clock.fail('from a', 'as ann')
  clock.brake.release(['from a', 'as ann'])
  assert.equal(await clock.fail('from a', 'as ann'), 1_000)
})

test('a failure is forgotten after a quarter of an hour', async () => {
  const clock = new Clock()
  await clock.fail('from a')
  clock.at += 15 * 60_000
  assert.equal(await clock.fail('from a'), 1_000)
})

test('only so many names are remembered: those that failed longest ago make room', async () => {
  const clock = new Clock()
  await clock.fail('the first')
  for (let n = 0; n < 20_000; n++) await clock.fail(`name ${n}`)
  assert.equal(await clock.fail('the first'), 1_000)
  assert.equal(await clock.fail('name 19999'), 2_000)
})

test('nobody is kept waiting who has gone', async () => {
  const gone = new AbortController()
  gone.abort()
  await new LogInBrake().hold(['from a'], gone.signal)
})
