import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { describePlace, parseRedisUrl } from './redis-place.ts'

const HERE = { host: 'h', port: 6379, tls: false, username: null, password: null, db: 0 }

test('a URL names the place, and what opens its door', () => {
  assert.deepEqual(parseRedisUrl('redis://h'), HERE)
  assert.deepEqual(parseRedisUrl('redis://h/'), HERE)
  assert.deepEqual(parseRedisUrl('redis://:p%2Fw@h:1/2'), { ...HERE, port: 1, password: 'p/w', db: 2 })
  assert.deepEqual(parseRedisUrl('rediss://u:p@h'), { ...HERE, tls: true, username: 'u', password: 'p' })
  assert.equal(parseRedisUrl('redis://[::1]:7')?.host, '::1')
})

test('anything else is none', () => {
  for (const text of [
    '',
    'h:6379',
    'http://h',
    'redis://',
    'redis:///1',
    'redis://h/x',
    'redis://h/1/2',
    'redis://h?db=1',
    'redis://h/99999',
    'redis://%E0@h',
  ]) {
    assert.equal(parseRedisUrl(text), null, text)
  }
  fc.assert(fc.property(fc.string(), (text) => parseRedisUrl(text) === null))
})

test('a place is described without what opens its door', () => {
  const place = parseRedisUrl('redis://user:secret@[::1]:7/3')
  assert.equal(place && describePlace(place), '[::1]:7, database 3')
})
