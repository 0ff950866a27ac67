import type { CustomDomain, DomainState, RecordFinding } from '../../domain/custom-domain.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** While its owner may be waiting for it: how old it is at most, and how often it is looked at then. */
const STEPS: readonly (readonly [age: number, every: number])[] = [
  [15 * MINUTE, MINUTE],
  [DAY, 10 * MINUTE],
  [3 * DAY, HOUR],
]
/** What could not be found out is asked again before the next day. */
const AFTER_FAILURE = HOUR
/** A check of the next day may be some seconds early by the clock of another machine. */
const SLACK = MINUTE

export interface Decision {
  readonly state: DomainState
  readonly missedAt: number | null
  readonly nextCheckAt: number
}

type Known = Pick<CustomDomain, 'state' | 'createdAt' | 'lostAt' | 'missedAt'>

/** What becomes of a domain after a check that found this. */
export function decide(domain: Known, findings: readonly RecordFinding[], now: number): Decision {
  const verdict = verdictOf(findings)
  if (verdict === 'found') return { state: 'verified', missedAt: null, nextCheckAt: now + DAY }
  if (domain.state !== 'verified') return waiting(domain, now)
  const { missedAt } = domain
  if (verdict === 'unknown') return { state: 'verified', missedAt, nextCheckAt: now + AFTER_FAILURE }
  if (missedAt === null) return { state: 'verified', missedAt: now, nextCheckAt: now + DAY }
  // Only a miss of another day counts, however often somebody has looked meanwhile.
  const secondAt = missedAt + DAY
  if (now < secondAt - SLACK) return { state: 'verified', missedAt, nextCheckAt: secondAt }
  return waiting({ ...domain, state: 'lost', lostAt: now }, now)
}

/** One that is not verified stays what it is. The schedule begins when it was added, and anew when it was lost. */
export function waiting({ state, createdAt, lostAt }: Omit<Known, 'missedAt'>, now: number): Decision {
  const age = now - Math.max(createdAt, lostAt ?? 0)
  const [, every] = STEPS.find(([until]) => age < until) ?? [0, DAY]
  return { state, missedAt: null, nextCheckAt: now + every }
}

/** `unknown` where one of the two could not be asked for: a failure never counts against a domain. */
function verdictOf(findings: readonly RecordFinding[]): 'found' | 'missed' | 'unknown' {
  const needed = findings.filter(({ purpose }) => purpose === 'ownership' || purpose === 'mail')
  if (needed.some(({ status }) => status === 'error')) return 'unknown'
  return needed.length > 0 && needed.every(({ status }) => status === 'ok') ? 'found' : 'missed'
}
