import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitTime } from './wait-time.ts'

test('the preference, as it may be written', () => {
  for (const prefer of [
    'wait=10',
    'Wait = 10',
    'respond-async, wait=10',
    'wait=10; strict',
    'wait="10"',
    'wait=10, wait=20',
  ]) {
    assert.deepEqual(waitTime(undefined, prefer), { seconds: 10, applied: 'wait=10' }, prefer)
  }
})

test('nonsense is passed over, too much is shortened, the parameter wins', () => {
  for (const prefer of ['', 'wait', 'wait=', 'wait=-1', 'wait=1.5', 'wait=x', 'await=10', 'wait=99999999999']) {
    assert.deepEqual(waitTime(undefined, prefer), { seconds: 0, applied: null }, prefer)
  }
  assert.deepEqual(waitTime(undefined, 'wait=3600'), { seconds: 55, applied: 'wait=55' })
  assert.deepEqual(waitTime(1.5, 'wait=10'), { seconds: 1.5, applied: null })
})
