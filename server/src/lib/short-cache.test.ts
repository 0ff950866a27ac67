import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShortCache } from './short-cache.ts'

test('an entry is given out until its time is over, and never after', () => {
  let now = 0
  const cache = new ShortCache<string, number>({ ttlMs: 500, maxEntries: 10, now: () => now })
  cache.set('a', 1)
  now = 499
  assert.equal(cache.get('a'), 1)
  now = 500
  assert.equal(cache.get('a'), undefined)
})

test('setting again begins the time anew', () => {
  let now = 0
  const cache = new ShortCache<string, number>({ ttlMs: 500, maxEntries: 10, now: () => now })
  cache.set('a', 1)
  now = 400
  cache.set('a', 2)
  now = 800
  assert.equal(cache.get('a'), 2)
})

test('it is bounded: what was put in first goes first', () => {
  const cache = new ShortCache<number, number>({ ttlMs: 1, maxEntries: 3, now: () => 0 })
  for (let i = 1; i <= 5; i++) cache.set(i, i)
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((i) => cache.get(i)),
    [undefined, undefined, 3, 4, 5],
  )
})
