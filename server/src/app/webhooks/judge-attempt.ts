import type { AttemptResult, ClaimedDelivery } from '../../domain/webhook-store.ts'

/** What a receiver did with one attempt. */
export type PostOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The beginning of the body. */
      readonly body: Uint8Array
      /** Seconds. */
      readonly retryAfter: number | null
      readonly durationMs: number
    }
  | { readonly kind: 'failed'; readonly error: string; readonly detail: string; readonly durationMs: number }

export interface RetryPolicy {
  /** Pauses before the second attempt, the third, and so on. */
  readonly scheduleMs: readonly number[]
  /** From 0 to 1: what part of the longest delay is added to a pause. */
  readonly jitter: () => number
}

const MAX_JITTER = 0.1
/** RFC 9110 §15.5.9 and RFC 6585 §4: come again later. Nothing is wrong with the endpoint. */
const LATER: readonly number[] = [408, 429]

type Judgement = Pick<AttemptResult, 'outcome' | 'verdict'>

/** CONTRACT section 8: which answers end a delivery, which are tried again, and what they say of the endpoint. */
export function judgeAttempt(
  claim: Pick<ClaimedDelivery, 'event' | 'manual' | 'sinceStart'>,
  post: PostOutcome,
  endedAt: number,
  policy: RetryPolicy,
): Judgement {
  const status = post.kind === 'answered' ? post.status : null
  const counted = !claim.manual
  if (status !== null && status >= 200 && status < 300) {
    return { outcome: 'delivered', verdict: counted ? 'success' : 'nothing' }
  }
  const later = status !== null && LATER.includes(status)
  if (status !== null && status >= 300 && status < 500 && !later) return { outcome: 'rejected', verdict: 'nothing' }
  const verdict = counted && !later ? 'failure' : 'nothing'
  const step = policy.scheduleMs[claim.sinceStart - 1]
  // Who presses "Test" wants to know now, and presses again.
  if (step === undefined || claim.event === 'test.ping') return { outcome: 'failed', verdict }
  const asked = later && post.kind === 'answered' ? (post.retryAfter ?? 0) * 1_000 : 0
  const pause = Math.max(step, Math.min(asked, 2 * step))
  return { outcome: { retryAt: Math.ceil(endedAt + pause * (1 + MAX_JITTER * policy.jitter())) }, verdict }
}
