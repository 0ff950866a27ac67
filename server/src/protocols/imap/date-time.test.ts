import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatDateTime, parseDate, parseDateTime, sentDay } from './date-time.ts'

const day = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / 86_400_000

test('dates', () => {
  assert.equal(parseDate('1-Feb-2026'), day(2026, 2, 1))
  assert.equal(parseDate('01-fEB-2026'), day(2026, 2, 1))
  assert.equal(parseDate('29-Feb-2024'), day(2024, 2, 29))
  for (const text of ['29-Feb-2026', '0-Jan-2026', '1-Foo-2026', '1-Jan-26', '1 Jan 2026', '']) {
    assert.equal(parseDate(text), null, text)
  }
})

test('dates and times', () => {
  assert.equal(parseDateTime(' 3-Feb-2026 04:05:06 +0130'), Date.UTC(2026, 1, 3, 2, 35, 6))
  assert.equal(parseDateTime('03-Feb-2026 04:05:06 -0800'), Date.UTC(2026, 1, 3, 12, 5, 6))
  assert.equal(parseDateTime('31-Dec-2016 23:59:60 +0000'), Date.UTC(2017, 0, 1))
  for (const text of ['3-Feb-2026 04:05:06 +0000', ' 3-Feb-2026 24:00:00 +0000', ' 3-Feb-2026 00:60:00 +0000']) {
    assert.equal(parseDateTime(text), null, text)
  }
  for (const text of [' 3-Feb-2026 00:00:00 +0060', ' 3-Feb-2026 00:00:00', '31-Feb-2026 00:00:00 +0000']) {
    assert.equal(parseDateTime(text), null, text)
  }
})

test('a moment comes back, to the second', () =>
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(0, 0, 1), max: Date.UTC(9999, 11, 31) }), (moment) => {
      assert.equal(parseDateTime(formatDateTime(moment).slice(1, -1)), Math.floor(moment / 1000) * 1000)
    }),
  ))

test('the day that a Date field names', () => {
  assert.equal(sentDay('Tue, 3 Feb 2026 23:59:59 -0800'), day(2026, 2, 3))
  assert.equal(sentDay('3 February 2026'), day(2026, 2, 3))
  assert.equal(sentDay('Tue, 03-Feb-26 10:00:00 GMT'), day(2026, 2, 3))
  assert.equal(sentDay('1 Jan 99 00:00 EST'), day(1999, 1, 1))
  for (const text of ['', 'yesterday', '31 Feb 2026', '3 Foo 2026', 'Feb 3 2026'])
    assert.equal(sentDay(text), null, text)
})
