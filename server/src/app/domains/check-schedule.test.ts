import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RecordFinding, RecordStatus } from '../../domain/custom-domain.ts'
import { decide } from './check-schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const T0 = Date.UTC(2026, 0, 1)

function findings(ownership: RecordStatus, mail: RecordStatus): readonly RecordFinding[] {
  const rest = { found: [], hint: null }
  return [
    { purpose: 'ownership', type: 'TXT', status: ownership, ...rest },
    { purpose: 'mail', type: 'MX', status: mail, ...rest },
    { purpose: 'subdomains', type: 'MX', status: 'missing', ...rest },
  ]
}

const FOUND = findings('ok', 'ok')
const MISSED = findings('ok', 'missing')
const UNKNOWN = findings('missing', 'error')
const PENDING = { state: 'pending', createdAt: T0, lostAt: null, missedAt: null } as const
const VERIFIED = { ...PENDING, state: 'verified' } as const

test('a pending domain is looked at every minute, then every ten, every hour, and every day', () => {
  const after = (age: number) => decide(PENDING, MISSED, T0 + age).nextCheckAt - T0 - age
  assert.equal(after(0), MINUTE)
  assert.equal(after(15 * MINUTE - 1), MINUTE)
  assert.equal(after(15 * MINUTE), 10 * MINUTE)
  assert.equal(after(DAY - 1), 10 * MINUTE)
  assert.equal(after(DAY), HOUR)
  assert.equal(after(3 * DAY - 1), HOUR)
  assert.equal(after(3 * DAY), DAY)
  assert.equal(after(300 * DAY), DAY)
})

test('both records make it verified, and one of them does not', () => {
  assert.deepEqual(decide(PENDING, FOUND, T0), { state: 'verified', missedAt: null, nextCheckAt: T0 + DAY })
  for (const one of [
    MISSED,
    UNKNOWN,
    findings('missing', 'ok'),
    findings('ok', 'wrong'),
    findings('ok', 'error'),
    [],
  ]) {
    assert.equal(decide(PENDING, one, T0).state, 'pending')
  }
})

test('two misses a day apart lose it; looking more often does not', () => {
  const first = decide(VERIFIED, MISSED, T0)
  assert.deepEqual(first, { state: 'verified', missedAt: T0, nextCheckAt: T0 + DAY })
  const between = decide({ ...VERIFIED, ...first }, MISSED, T0 + HOUR)
  assert.deepEqual(between, { state: 'verified', missedAt: T0, nextCheckAt: T0 + DAY })
  const second = decide({ ...VERIFIED, ...between }, MISSED, T0 + DAY)
  assert.deepEqual(second, { state: 'lost', missedAt: null, nextCheckAt: T0 + DAY + MINUTE })
})

test('what is found between two misses makes the count begin anew', () => {
  const found = decide({ ...VERIFIED, missedAt: T0 }, FOUND, T0 + HOUR)
  assert.equal(found.missedAt, null)
  assert.equal(decide({ ...VERIFIED, ...found }, MISSED, T0 + DAY).state, 'verified')
})

test('a lost one is looked at as often as a new one, and becomes verified again', () => {
  const lost = { ...PENDING, state: 'lost', lostAt: T0 + 30 * DAY } as const
  assert.deepEqual(decide(lost, MISSED, T0 + 30 * DAY + HOUR), {
    state: 'lost',
    missedAt: null,
    nextCheckAt: T0 + 30 * DAY + HOUR + 10 * MINUTE,
  })
  assert.equal(decide(lost, FOUND, T0 + 31 * DAY).state, 'verified')
})

test('however long name servers fail, a verified domain stays so, and the next look is never far', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40 * DAY)), fc.option(fc.nat(DAY)), (pauses, missed) => {
      let now = T0 + DAY
      let missedAt = missed === null ? null : T0 + missed
      for (const pause of pauses) {
        now += pause
        const decision = decide({ ...VERIFIED, missedAt }, UNKNOWN, now)
        assert.deepEqual(decision, { state: 'verified', missedAt, nextCheckAt: now + HOUR })
        missedAt = decision.missedAt
      }
    }),
  )
})
