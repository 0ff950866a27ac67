import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orAborted, runWithin } from './run-within.ts'

const never = new AbortController().signal
/** Work that ends only when it is called off. */
const endless = (signal: AbortSignal) => orAborted(new Promise<never>(() => {}), signal)

test('work that is done in time gives its result', async () => {
  assert.equal(
    await runWithin(
      60_000,
      () => new Error('late'),
      never,
      async () => 'done',
    ),
    'done',
  )
})

test('work that takes too long is called off with the reason', async () => {
  await assert.rejects(
    runWithin(5, () => new Error('late'), never, endless),
    /late/,
  )
})

test('the parent calls it off with its own reason, also before it began', async () => {
  const parent = new AbortController()
  const running = runWithin(60_000, () => new Error('late'), parent.signal, endless)
  parent.abort(new Error('stopping'))
  await assert.rejects(running, /stopping/)
  await assert.rejects(
    runWithin(
      60_000,
      () => new Error('late'),
      parent.signal,
      () => assert.fail('it began'),
    ),
    /stopping/,
  )
})

test('what cannot be called off is no longer waited for', async () => {
  await assert.rejects(orAborted(new Promise(() => {}), AbortSignal.abort(new Error('gone'))), /gone/)
  await assert.rejects(orAborted(Promise.reject(new Error('its own')), never), /its own/)
})
