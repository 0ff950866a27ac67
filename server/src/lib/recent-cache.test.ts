import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecentCache } from './recent-cache.ts'

const cacheOf = (maxWeight: number): RecentCache<string> =>
  new RecentCache({ maxWeight, maxEach: 4, weigh: ({ length }) => length })

test('what was used longest ago makes room', () => {
  const cache = cacheOf(6)
  cache.set('a', 'aa')
  cache.set('b', 'bb')
  cache.set('c', 'cc')
  assert.equal(cache.get('a'), 'aa')
  cache.set('d', 'd')
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key)),
    ['aa', undefined, 'cc', 'd'],
  )
})

test('another value under the same key takes the place of the first, also where it is too large to be kept', () => {
  const cache = cacheOf(6)
  cache.set('a', 'aaaa')
  cache.set('a', 'a')
  cache.set('b', 'bbbb')
  assert.deepEqual([cache.get('a'), cache.get('b')], ['a', 'bbbb'])
  cache.set('a', 'aaaaa')
  assert.equal(cache.get('a'), undefined)
})

test('what is deleted weighs nothing', () => {
  const cache = cacheOf(4)
  cache.set('a', 'aaaa')
  cache.delete('a')
  cache.delete('never there')
  cache.set('b', 'bb')
  cache.set('c', 'cc')
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [undefined, 'bb', 'cc'])
})
