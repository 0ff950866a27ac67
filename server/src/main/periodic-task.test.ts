import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as settle } from 'node:timers/promises'
import { PeriodicTask } from './periodic-task.ts'
import { sweepEveryMs } from './sweeper.ts'

const never = new AbortController().signal

test('runs again and again, and never twice at once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const tick = async (ms: number) => {
    await settle()
    t.mock.timers.tick(ms)
    await settle()
  }
  let running = Promise.withResolvers<void>()
  let runs = 0
  const task = new PeriodicTask({
    name: 'test',
    everyMs: 100,
    run: () => {
      runs++
      return running.promise
    },
    onError: (error) => assert.fail(String(error)),
  })
  await task.start()
  await tick(99)
  assert.equal(runs, 0)
  await tick(1)
  assert.equal(runs, 1)
  await tick(500)
  assert.equal(runs, 1, 'the first run has not ended')
  running.resolve()
  running = Promise.withResolvers()
  await tick(100)
  assert.equal(runs, 2)
  running.resolve()
  await task.stop(never)
  await task.stop(never)
  await tick(1_000)
  assert.equal(runs, 2)
})

test('goes on after a failure, and tells it', async () => {
  const failures: unknown[] = []
  const twice = Promise.withResolvers<void>()
  const task = new PeriodicTask({
    name: 'test',
    everyMs: 1,
    run: async () => {
      throw new Error('no')
    },
    onError: (error, name) => {
      failures.push([String(error), name])
      if (failures.length === 2) twice.resolve()
    },
  })
  await task.start()
  // The task itself does not keep a process alive, so the test has to.
  const alive = setInterval(() => undefined, 1_000)
  await twice.promise
  clearInterval(alive)
  await task.stop(never)
  assert.deepEqual(failures[0], ['Error: no', 'test'])
})

test('stopping waits for the run in hand, and tells it', async () => {
  const started = Promise.withResolvers<void>()
  let sawStop = false
  const task = new PeriodicTask({
    name: 'test',
    everyMs: 1,
    run: async (stopped) => {
      started.resolve()
      await new Promise((resolve) => stopped.addEventListener('abort', resolve))
      sawStop = true
    },
    onError: (error) => assert.fail(String(error)),
  })
  await task.start()
  const alive = setInterval(() => undefined, 1_000)
  await started.promise
  clearInterval(alive)
  await task.stop(never)
  assert.ok(sawStop)
})

test('the sweep keeps up with a short time-to-live', () => {
  assert.equal(sweepEveryMs(60_000, 3_600_000), 60_000)
  assert.equal(sweepEveryMs(60_000, 8_000), 2_000)
  assert.equal(sweepEveryMs(60_000, 100), 250)
  assert.equal(sweepEveryMs(60_000, 0), 60_000)
})
