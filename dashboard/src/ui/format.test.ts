import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes, formatHours, plural } from './format.ts'

test('sizes in the largest unit that is not below one', () => {
  const sizes = [0, 1_023, 1_024, 1_536, 10 * 1024 ** 2, 104_857_601, 100 * 1024 ** 3]
  assert.deepEqual(sizes.map(formatBytes), ['0 B', '1023 B', '1 KiB', '1.5 KiB', '10 MiB', '100 MiB', '100 GiB'])
})

test('days from two on, hours below', () => {
  assert.deepEqual([24, 168].map(formatHours), ['24 h', '7 days'])
})

test('one of a thing is one', () => {
  assert.deepEqual([plural(1, 'inbox', 'inboxes'), plural(10_000, 'message')], ['1 inbox', '10,000 messages'])
})
