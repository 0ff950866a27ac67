import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { MemoryLimiter } from './limiter.ts'

describe('the limiter in memory', () => {
  test('counts down, then refuses', () =>
    onMockedTime(async () => {
      const limiter = new MemoryLimiter()
      const taken = []
      for (let i = 0; i < 4; i++) taken.push(await limiter.take('acc_a', 2))
      assert.deepEqual(taken, [
        { allowed: true, remaining: 1, resetSeconds: 60 },
        { allowed: true, remaining: 0, resetSeconds: 60 },
        { allowed: false, remaining: 0, resetSeconds: 60 },
        { allowed: false, remaining: 0, resetSeconds: 60 },
      ])
    }))

  test('a window begins with its first use and ends 60 s later, refusals or not', () =>
    onMockedTime(async (pass) => {
      const limiter = new MemoryLimiter()
      pass(12_345)
      await limiter.take('acc_a', 1)
      pass(30_001)
      assert.deepEqual(await limiter.take('acc_a', 1), { allowed: false, remaining: 0, resetSeconds: 30 })
      pass(29_500)
      assert.deepEqual(await limiter.take('acc_a', 1), { allowed: false, remaining: 0, resetSeconds: 1 })
      pass(499)
      assert.deepEqual(await limiter.take('acc_a', 1), { allowed: true, remaining: 0, resetSeconds: 60 })
    }))

  test('each key has its own window', () =>
    onMockedTime(async (pass) => {
      const limiter = new MemoryLimiter()
      await limiter.take('acc_a', 1)
      pass(10_000)
      assert.deepEqual(await limiter.take('acc_b', 1), { allowed: true, remaining: 0, resetSeconds: 60 })
      assert.equal((await limiter.take('acc_a', 1)).resetSeconds, 50)
    }))

  test('another rate for the same key begins anew: a plan that was raised helps at once', () =>
    onMockedTime(async () => {
      const limiter = new MemoryLimiter()
      await limiter.take('acc_a', 1)
      assert.equal((await limiter.take('acc_a', 1)).allowed, false)
      assert.deepEqual(await limiter.take('acc_a', 600), { allowed: true, remaining: 599, resetSeconds: 60 })
    }))

  test('a rate of none allows none', () =>
    onMockedTime(async () => {
      assert.equal((await new MemoryLimiter().take('acc_a', 0)).allowed, false)
    }))

  test('an open window does not keep the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
    const before = timers()
    await new MemoryLimiter().take('acc_a', 1)
    assert.equal(timers(), before)
  })
})

async function onMockedTime(play: (pass: (ms: number) => void) => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_750_000_000_000 })
  try {
    await play((ms) => mock.timers.tick(ms))
  } finally {
    mock.timers.reset()
  }
}
