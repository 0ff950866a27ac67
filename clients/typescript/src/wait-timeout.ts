import { MayflyError } from './errors.ts'

/** Of all that came, the latest. */
export const MAX_NEAR_MISSES = 10

/** A mail that came, and was not the one. */
export interface NearMiss {
  readonly id: string
  /** Not shown to a key with the scope `codes`. */
  readonly from?: string
  /** Likewise. */
  readonly subject?: string
  /** The conditions that did not hold: `from`, `subject`, `contains`, `has`, `kind`. */
  readonly failed: readonly string[]
}

/** A mail that the service did not take. */
export interface Refusal {
  readonly at: string
  readonly from: string
  /** The answer to the sender, such as `552 5.3.4 …`. */
  readonly reason: string
}

export interface WaitTimeoutFields {
  readonly address: string
  readonly timeout: number
  readonly cursor: string
  readonly nearMisses: readonly NearMiss[]
  readonly refused: readonly Refusal[]
}

/** Nothing came that matches. It says what came instead. */
export class WaitTimeout extends MayflyError {
  readonly address: string
  /** The milliseconds that were waited. */
  readonly timeout: number
  /** Give it as `after`, and the next wait goes on where this one ended. */
  readonly cursor: string
  /** The latest mails that came and did not match, and why. */
  readonly nearMisses: readonly NearMiss[]
  /** The latest mails that were refused at the door. */
  readonly refused: readonly Refusal[]

  constructor(fields: WaitTimeoutFields) {
    super(explain(fields), { code: 'wait_timeout' })
    this.address = fields.address
    this.timeout = fields.timeout
    this.cursor = fields.cursor
    this.nearMisses = fields.nearMisses
    this.refused = fields.refused
  }
}

WaitTimeout.prototype.name = 'WaitTimeout'

function explain({ address, timeout, nearMisses, refused }: WaitTimeoutFields): string {
  const misses = nearMisses.map(({ id, from, subject, failed }) => {
    const what = subject === undefined ? id : `${JSON.stringify(subject)} from ${from}`
    return `\n  came, but did not match ${failed.join(', ')}: ${what}`
  })
  const turnedAway = refused.map(({ at, from, reason }) => `\n  was refused at ${at}, from ${from}: ${reason}`)
  const nothing = misses.length + turnedAway.length === 0 ? ' No mail came.' : ''
  return `No matching mail for ${address} within ${timeout / 1_000} s.${nothing}${[...misses, ...turnedAway].join('')}`
}
