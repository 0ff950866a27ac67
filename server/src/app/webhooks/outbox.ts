import { setTimeout as pause } from 'node:timers/promises'
import { deliveryId, parseMessageId } from '../../domain/ids.ts'
import type { Bell } from '../../domain/ports.ts'
import type { Attempt } from '../../domain/webhook.ts'
import type { AttemptResult, Backlog, ClaimedDelivery } from '../../domain/webhook-store.ts'
import type { Deps } from '../deps.ts'
import type { Renditions } from '../renditions.ts'
import { judgeAttempt, type PostOutcome } from './judge-attempt.ts'

/** The bell that rings when there is something to send. */
export const OUTBOX = 'outbox'

/** One attempt that is ours to make. */
export interface Dispatch {
  readonly claim: ClaimedDelivery
  readonly deliveryId: string
  readonly accountId: string
  readonly url: string
  readonly event: string
  readonly data: object
  /** Whether `data` says more than the store knows. */
  readonly completed: boolean
  readonly attempt: number
  /** When it is made. */
  readonly at: number
  readonly secrets: { readonly current: string; readonly previous: string | null }
}

const PER_ENDPOINT = 5
const PER_FAILING_ENDPOINT = 1
const PER_ACCOUNT = 300
const FAILURES_BEFORE_PAUSE = 10
/** How long a delivery waits for its mail to be read. */
const READING_MS = 1_000
/** Beyond the time-out of an attempt: until then its result has been written down. */
const LEASE_MARGIN_MS = 30_000

/** What a sender does: takes what is due, and says what became of it. */
export class Outbox {
  readonly #deps: Deps
  readonly #renditions: Renditions

  constructor(deps: Deps, renditions: Renditions) {
    this.#deps = deps
    this.#renditions = renditions
  }

  listen(signal: AbortSignal): Bell {
    return this.#deps.wakeup.listen([OUTBOX], signal)
  }

  /** Milliseconds until there may be something to send; null where nothing is on its way. */
  async dueIn(): Promise<number | null> {
    const at = await this.#deps.store.webhooks.nextDue()
    return at === null ? null : Math.max(0, at - this.#deps.clock.now())
  }

  claim(limit: number): Promise<readonly ClaimedDelivery[]> {
    const now = this.#deps.clock.now()
    return this.#deps.store.webhooks.claimDue({
      now,
      until: now + this.#deps.policy.webhooks.timeoutMs + LEASE_MARGIN_MS,
      limit,
      perEndpoint: PER_ENDPOINT,
      perFailingEndpoint: PER_FAILING_ENDPOINT,
      perAccount: PER_ACCOUNT,
    })
  }

  /** Completes what could not be known when the event was. */
  async prepare(claim: ClaimedDelivery): Promise<Dispatch> {
    const { data, completed } = await this.#complete(JSON.parse(claim.data))
    const at = this.#deps.clock.now()
    const { current, previous, previousUntil } = claim.secrets
    return {
      claim,
      deliveryId: deliveryId(claim.webhookId, claim.seq),
      accountId: claim.accountId,
      url: claim.url,
      event: claim.event,
      data,
      completed,
      attempt: claim.attempt,
      at,
      secrets: { current, previous: previousUntil !== null && previousUntil > at ? previous : null },
    }
  }

  /** Whether a message is encrypted shows when it is read; of one that is gone by then nothing more is known. */
  async #complete(data: Readonly<Record<string, unknown>>): Promise<{ data: object; completed: boolean }> {
    const place = 'encrypted' in data ? null : parseMessageId(String(data.message_id))
    if (!place) return { data, completed: false }
    const reading = this.#renditions.whole(place.inboxId, [place.seq])
    // One mail that takes long to read must not hold up what is told of the others: its next attempt knows better.
    const read = await Promise.race([reading, pause(READING_MS, null, { ref: false })])
    reading.catch((error: unknown) => this.#deps.onBackgroundError(error, 'read a mail for a webhook'))
    return { data: { ...data, encrypted: read?.[0]?.encrypted ?? false }, completed: read !== null }
  }

  judge({ claim, at, data, completed }: Dispatch, post: PostOutcome): AttemptResult {
    const { retry } = this.#deps.policy.webhooks
    return {
      webhookId: claim.webhookId,
      seq: claim.seq,
      attempt: attemptOf(claim.attempt, at, post),
      ...judgeAttempt(claim, post, this.#deps.clock.now(), retry),
      data: completed ? JSON.stringify(data) : null,
    }
  }

  /** Answers with the endpoints that are paused by these. */
  async record(results: readonly AttemptResult[]): ReturnType<Deps['store']['webhooks']['record']> {
    const paused = await this.#deps.store.webhooks.record(results, FAILURES_BEFORE_PAUSE)
    this.#deps.wakeup.ring(results.map(({ webhookId, seq }) => deliveryId(webhookId, seq)))
    return paused
  }

  /** Gives back what was claimed and not sent. */
  release(claims: readonly ClaimedDelivery[]): Promise<void> {
    return this.#deps.store.webhooks.release(claims, this.#deps.clock.now())
  }

  backlog(): Promise<Backlog> {
    return this.#deps.store.webhooks.backlog()
  }
}

function attemptOf(number: number, at: number, post: PostOutcome): Attempt {
  const { durationMs } = post
  if (post.kind === 'answered') {
    return { number, at, durationMs, status: post.status, error: null, errorDetail: null, response: post.body }
  }
  return { number, at, durationMs, status: null, error: post.error, errorDetail: post.detail, response: null }
}
