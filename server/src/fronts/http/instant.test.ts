import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseInstant } from './instant.ts'

test('date-times with a zone', () => {
  assert.equal(parseInstant('2026-01-31T12:00:00Z'), Date.UTC(2026, 0, 31, 12))
  assert.equal(parseInstant('2026-01-31t12:00:00.25z'), Date.UTC(2026, 0, 31, 12, 0, 0, 250))
  assert.equal(parseInstant('2024-02-29T01:00:00+02:00'), Date.UTC(2024, 1, 28, 23))
})

test('what is no moment', () => {
  const wrong = ['', 'now', '2026-01-31', '2026-01-31T12:00:00', '2026-01-31 12:00:00Z', '2026-02-30T00:00:00Z']
  wrong.push('2025-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-00-01T00:00:00Z', '2026-01-01T24:00:00Z')
  wrong.push('2026-01-01T00:60:00Z', '2026-01-01T00:00:00+25:00', '+002026-01-01T00:00:00Z', '1767225600')
  for (const text of wrong) assert.equal(parseInstant(text), null, text)
})

test('every moment comes back', () => {
  const bounds = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }
  fc.assert(fc.property(fc.date(bounds), (date) => parseInstant(date.toISOString()) === date.getTime()))
})
