import { isIPv6 } from 'node:net'
import { DomainError } from '../../domain/domain-error.ts'
import type { Clock } from '../../domain/ports.ts'

const REMEMBERED_MS = 15 * 60_000
const MAX_ENTRIES = 50_000

interface Rule {
  /** So many failures are nobody's business. */
  readonly free: number
  readonly longestSeconds: number
}

/**
 * One person from one place, a place, and one person from anywhere. The last is far and short: it slows a crowd of places
 * that guesses at one account, and must not become the means to keep its owner out.
 */
const RULES = {
  pair: { free: 5, longestSeconds: 900 },
  place: { free: 20, longestSeconds: 900 },
  person: { free: 100, longestSeconds: 30 },
} as const satisfies Record<string, Rule>

interface Failures {
  count: number
  last: number
}

/** Slows down whoever guesses. In memory alone, and bounded: what has not failed for longest is forgotten first. */
export class SignInBrake {
  readonly #clock: Clock
  readonly #failures = new Map<string, Failures>()
  /** Places from which somebody has signed in: no stranger's failures keep them out there. */
  readonly #known = new Set<string>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws rate_limited where it is too early for another try. */
  check(email: string, address: string): void {
    const waits = namesOf(email, address).map(([name, rule]) =>
      rule === RULES.person && this.#known.has(pairOf(email, address)) ? 0 : this.#waitOf(name, rule),
    )
    const retryAfter = Math.ceil(Math.max(...waits) / 1_000)
    if (retryAfter <= 0) return
    const detail = `There were too many failed tries. Try again in ${retryAfter} s.`
    throw new DomainError('rate_limited', detail, { retryAfter })
  }

  failed(email: string, address: string): void {
    const now = this.#clock.now()
    for (const [name] of namesOf(email, address)) {
      const count = (this.#recent(name)?.count ?? 0) + 1
      this.#failures.delete(name)
      if (this.#failures.size >= MAX_ENTRIES) this.#failures.delete(this.#failures.keys().next().value as string)
      this.#failures.set(name, { count, last: now })
    }
  }

  /** The right password: what this person failed at here is forgotten. What else came from here is not. */
  succeeded(email: string, address: string): void {
    const pair = pairOf(email, address)
    this.#failures.delete(pair)
    this.#known.delete(pair)
    if (this.#known.size >= MAX_ENTRIES) this.#known.delete(this.#known.keys().next().value as string)
    this.#known.add(pair)
  }

  #waitOf(name: string, { free, longestSeconds }: Rule): number {
    const failures = this.#recent(name)
    if (!failures || failures.count < free) return 0
    const seconds = Math.min(longestSeconds, 2 ** Math.min(30, failures.count - free))
    return failures.last + seconds * 1_000 - this.#clock.now()
  }

  #recent(name: string): Failures | undefined {
    const failures = this.#failures.get(name)
    return failures && this.#clock.now() - failures.last < REMEMBERED_MS ? failures : undefined
  }
}

function namesOf(email: string, address: string): [string, Rule][] {
  return [
    [pairOf(email, address), RULES.pair],
    [`place ${networkOf(address)}`, RULES.place],
    [`person ${email}`, RULES.person],
  ]
}

function pairOf(email: string, address: string): string {
  return `pair ${email} ${networkOf(address)}`
}

/** Of IPv6 a customer has a whole /64, so that is what counts as one place. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const [left, right] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)]
  const zeros = tail === undefined ? [] : new Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
