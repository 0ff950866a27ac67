import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { judgeAttempt, type PostOutcome, type RetryPolicy } from './judge-attempt.ts'
import { outcomeOf } from './test-sender.ts'

const ENDED = 1_000_000
const POLICY: RetryPolicy = { scheduleMs: [60_000, 300_000, 1_800_000, 21_600_000], jitter: () => 0 }
const FIRST = { event: 'message.received', manual: false, sinceStart: 1 } as const
const AGAIN = { retryAt: ENDED + 60_000 }

type Claim = Parameters<typeof judgeAttempt>[0]

function judge(claim: Claim, post: PostOutcome, policy = POLICY) {
  return judgeAttempt(claim, post, ENDED, policy)
}

/** What each answer to a first attempt leads to: CONTRACT section 8. */
const TABLE: readonly [reply: number | string, outcome: unknown, verdict: string][] = [
  [200, 'delivered', 'success'],
  [201, 'delivered', 'success'],
  [204, 'delivered', 'success'],
  [299, 'delivered', 'success'],
  [300, 'rejected', 'nothing'],
  [301, 'rejected', 'nothing'],
  [304, 'rejected', 'nothing'],
  [308, 'rejected', 'nothing'],
  [400, 'rejected', 'nothing'],
  [401, 'rejected', 'nothing'],
  [404, 'rejected', 'nothing'],
  [410, 'rejected', 'nothing'],
  [499, 'rejected', 'nothing'],
  [408, AGAIN, 'nothing'],
  [429, AGAIN, 'nothing'],
  [500, AGAIN, 'failure'],
  [502, AGAIN, 'failure'],
  [503, AGAIN, 'failure'],
  [599, AGAIN, 'failure'],
  ['timeout', AGAIN, 'failure'],
  ['refused', AGAIN, 'failure'],
  ['dns', AGAIN, 'failure'],
  ['tls', AGAIN, 'failure'],
]

test('what each answer leads to', () => {
  for (const [reply, outcome, verdict] of TABLE) {
    assert.deepEqual(judge(FIRST, outcomeOf(reply)), { outcome, verdict }, String(reply))
  }
})

test('what was asked for by hand ends in the same way, and says nothing of the endpoint', () => {
  for (const [reply, outcome] of TABLE) {
    const manual = { ...FIRST, manual: true }
    assert.deepEqual(judge(manual, outcomeOf(reply)), { outcome, verdict: 'nothing' }, String(reply))
  }
})

test('a test.ping is tried once', () => {
  const ping = { event: 'test.ping', manual: true, sinceStart: 1 } as const
  for (const reply of [500, 429, 'timeout']) {
    assert.deepEqual(judge(ping, outcomeOf(reply)), { outcome: 'failed', verdict: 'nothing' }, String(reply))
  }
})

test('each attempt has its pause, and the fifth is the last', () => {
  const outcomes = [1, 2, 3, 4, 5].map((sinceStart) => judge({ ...FIRST, sinceStart }, outcomeOf(500)).outcome)
  assert.deepEqual(outcomes, [...POLICY.scheduleMs.map((pause) => ({ retryAt: ENDED + pause })), 'failed'])
  assert.equal(judge({ ...FIRST, sinceStart: 5 }, outcomeOf(429)).outcome, 'failed')
})

test('Retry-After is obeyed up to twice the step, and makes no pause shorter', () => {
  const pauses: [asked: number | null, seconds: number][] = [
    [null, 60],
    [0, 60],
    [59, 60],
    [61, 61],
    [120, 120],
    [121, 120],
    [86_400, 120],
  ]
  for (const [asked, seconds] of pauses) {
    for (const status of [408, 429]) {
      const { outcome } = judge(FIRST, outcomeOf(status, asked))
      assert.deepEqual(outcome, { retryAt: ENDED + seconds * 1_000 }, `${status} with ${asked}`)
    }
  }
  assert.deepEqual(judge(FIRST, outcomeOf(503, 100)).outcome, AGAIN, 'only who asks to come later is asked when')
})

const schedule = fc.array(fc.integer({ min: 0, max: 30 * 86_400_000 }), { maxLength: 6 })
const replies = fc.oneof(
  fc.record({ status: fc.integer({ min: 200, max: 599 }), after: fc.option(fc.nat({ max: 86_400 })) }),
  fc.constantFrom('timeout', 'refused', 'reset', 'protocol'),
)

test('never before its step, never after twice the step and a tenth, and as many retries as the schedule has', () => {
  fc.assert(
    fc.property(
      schedule,
      replies,
      fc.integer({ min: 1, max: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(),
      (scheduleMs, reply, sinceStart, jitter, endedAt) => {
        const post = typeof reply === 'string' ? outcomeOf(reply) : outcomeOf(reply.status, reply.after)
        const claim = { ...FIRST, sinceStart }
        const { outcome } = judgeAttempt(claim, post, endedAt, { scheduleMs, jitter: () => jitter })
        const step = scheduleMs[sinceStart - 1]
        if (typeof outcome === 'string') {
          if (outcome === 'failed') assert.equal(step, undefined)
          return
        }
        assert.ok(step !== undefined, 'one retry too many')
        const pause = outcome.retryAt - endedAt
        assert.ok(Number.isInteger(outcome.retryAt))
        assert.ok(pause >= step, `${pause} is less than ${step}`)
        assert.ok(pause <= Math.ceil(2 * step * 1.1), `${pause} is more than twice ${step} and a tenth`)
        const asked = post.kind === 'answered' && [408, 429].includes(post.status) ? (post.retryAfter ?? 0) : 0
        if (asked * 1_000 <= 2 * step) assert.ok(pause >= asked * 1_000)
        else assert.ok(pause >= 2 * step)
      },
    ),
  )
})
