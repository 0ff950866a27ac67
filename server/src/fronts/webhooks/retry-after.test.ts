import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_RETRY_AFTER_S, parseRetryAfter } from './retry-after.ts'

const NOW = Date.UTC(1994, 10, 6, 8, 49, 0)

test('seconds', () => {
  assert.equal(parseRetryAfter('120', NOW), 120)
  assert.equal(parseRetryAfter(' 0 ', NOW), 0)
  assert.equal(parseRetryAfter('9'.repeat(400), NOW), MAX_RETRY_AFTER_S)
})

test('a date in each of the three forms (RFC 9110 §5.6.7)', () => {
  assert.equal(parseRetryAfter('Sun, 06 Nov 1994 08:49:37 GMT', NOW), 37)
  assert.equal(parseRetryAfter('Sunday, 06-Nov-94 08:49:37 GMT', NOW), 37)
  assert.equal(parseRetryAfter('Sun Nov  6 08:49:37 1994', NOW), 37)
  assert.equal(parseRetryAfter('Sun Nov 16 08:49:37 1994', NOW), MAX_RETRY_AFTER_S)
})

test('a date that is over means now, one far ahead a day', () => {
  assert.equal(parseRetryAfter('Sun, 06 Nov 1994 08:48:00 GMT', NOW), 0)
  assert.equal(parseRetryAfter('Fri, 31 Dec 9999 23:59:59 GMT', NOW), MAX_RETRY_AFTER_S)
  assert.equal(parseRetryAfter('Friday, 06-Nov-70 08:49:37 GMT', Date.UTC(2026, 0)), MAX_RETRY_AFTER_S)
  assert.equal(parseRetryAfter('Sunday, 06-Nov-94 08:49:37 GMT', Date.UTC(2026, 0)), 0)
})

test('anything else says nothing', () => {
  assert.equal(parseRetryAfter(undefined, NOW), null)
  for (const text of ['', '-1', '1.5', '1e3', '0x10', 'soon', 'Sun, 06 Now 1994 08:49:37 GMT', '10, 20'])
    assert.equal(parseRetryAfter(text, NOW), null, text)
})

test('whatever a receiver writes, it is null or within the bounds', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.bigInt().map(String),
        fc.date({ noInvalidDate: true }).map((d) => d.toUTCString()),
      ),
      (text) => {
        const seconds = parseRetryAfter(text, NOW)
        assert.ok(seconds === null || (Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_RETRY_AFTER_S))
      },
    ),
  )
})
