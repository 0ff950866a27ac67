import assert from 'node:assert/strict'
import type { Mail } from '../mail.ts'
import type { PostOutcome } from './judge-attempt.ts'
import type { Dispatch, Outbox } from './outbox.ts'

/** Moved by the test. */
export interface TestClock {
  now(): number
  moveTo(moment: number): void
}

/** How long each attempt takes. */
export const TAKES_MS = 250

/** What a receiver answers: a status, or what went wrong. */
export type Reply = number | string

/** The sender's road through the outbox (claim, prepare, judge, record), with replies in place of a network. */
export class TestSender {
  /** Every attempt made, in its order. */
  readonly sent: Dispatch[] = []
  reply: (dispatch: Dispatch) => Reply
  readonly #outbox: Outbox
  readonly #clock: TestClock

  constructor({ outbox }: Pick<Mail, 'outbox'>, clock: TestClock, reply: (dispatch: Dispatch) => Reply = () => 200) {
    this.#outbox = outbox
    this.#clock = clock
    this.reply = reply
  }

  /** The `data` of each. */
  get told(): readonly Readonly<Record<string, unknown>>[] {
    return this.sent.map(({ data }) => data as Record<string, unknown>)
  }

  /** Sends what is due now, all of it side by side. Answers with how many were sent. */
  async turn(): Promise<number> {
    const claims = await this.#outbox.claim(1_000)
    const dispatches = await Promise.all(claims.map((claim) => this.#outbox.prepare(claim)))
    this.sent.push(...dispatches)
    this.#clock.moveTo(this.#clock.now() + TAKES_MS)
    const results = dispatches.map((dispatch) => this.#outbox.judge(dispatch, outcomeOf(this.reply(dispatch))))
    await this.#outbox.record(results)
    return claims.length
  }

  /** Sends what is due now, until nothing is. */
  async finish(): Promise<number> {
    let sent = 0
    for (let turns = 0; turns < 1_000; turns++) {
      const count = await this.turn()
      if (count === 0) return sent
      sent += count
    }
    assert.fail('there is always something due')
  }

  /** Goes from one due moment to the next, a millisecond before each of them in vain, until nothing is on its way. */
  async runOut(): Promise<void> {
    for (let turns = 0; turns < 1_000; turns++) {
      const ms = await this.#outbox.dueIn()
      if (ms === null) return
      const due = this.#clock.now() + ms
      if (ms > 0) {
        this.#clock.moveTo(due - 1)
        assert.deepEqual(await this.#outbox.claim(1_000), [], 'sent before its time')
      }
      this.#clock.moveTo(due)
      await this.turn()
    }
    assert.fail('there is always something on its way')
  }
}

export function outcomeOf(reply: Reply, retryAfter: number | null = null): PostOutcome {
  const durationMs = TAKES_MS
  if (typeof reply === 'string') return { kind: 'failed', error: reply, detail: 'It went wrong.', durationMs }
  return { kind: 'answered', status: reply, body: Buffer.from(`answer ${reply}`), retryAfter, durationMs }
}
