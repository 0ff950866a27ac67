import { encodeCursor } from '../domain/cursor.ts'
import { DomainError } from '../domain/domain-error.ts'
import { messageId } from '../domain/ids.ts'
import type { Inbox } from '../domain/inbox.ts'
import type { Clock, Wakeup } from '../domain/ports.ts'
import { complete, type Examined, examine, type Finder } from './find-messages.ts'
import type { MessageFilter } from './mail-filter.ts'
import type { Found } from './message-view.ts'
import type { Refusal, Refusals } from './refusals.ts'

export interface WaitQuery extends MessageFilter {
  /** Only what comes after the message with this seq. Without it, a message that is there already counts. */
  readonly after?: number | undefined
  readonly count: number
  /** Each message goes to one claiming waiter. */
  readonly claim: boolean
}

export interface NearMiss {
  readonly id: string
  readonly from: string
  readonly subject: string
  readonly failed: readonly string[]
}

export type Waited =
  | { readonly status: 'received'; readonly found: readonly Found[]; readonly cursor: string }
  | {
      readonly status: 'timeout'
      readonly nearMisses: readonly NearMiss[]
      readonly refused: readonly Refusal[]
      readonly cursor: string
    }

/** Why a signal aborts when nobody is there any more to take an answer. */
export const GONE = 'gone'

const MAX_NEAR_MISSES = 10

export interface WaitDeps extends Finder {
  readonly wakeup: Wakeup
  readonly clock: Clock
  readonly refusals: Refusals
}

/** Answers as soon as `count` messages match; once the signal aborts, with what came close. */
export async function waitForMessage(
  deps: WaitDeps,
  inbox: Inbox,
  query: WaitQuery,
  signal: AbortSignal,
): Promise<Waited> {
  if (query.claim && query.count > 1) {
    throw new DomainError('invalid_request', 'A claiming wait takes one message at a time.', {
      faults: [{ pointer: '/count', detail: 'must be 1 with claim=true' }],
    })
  }
  // Armed before the read: a ring during the read is remembered, not lost.
  const bell = deps.wakeup.listen(inbox.id, signal)
  const wait = new Wait(deps, inbox, query, signal)
  for (;;) {
    const received = await wait.look()
    if (received) return received
    if (!(await bell.next())) return wait.timedOut()
  }
}

class Wait {
  readonly #deps: WaitDeps
  readonly #inbox: Inbox
  readonly #query: WaitQuery
  readonly #signal: AbortSignal
  /** In the order of their coming, the misses too. */
  readonly #matches: Examined[] = []
  #misses: NearMiss[] = []
  #seen: number

  constructor(deps: WaitDeps, inbox: Inbox, query: WaitQuery, signal: AbortSignal) {
    this.#signal = signal
    this.#deps = deps
    this.#inbox = inbox
    this.#query = query
    this.#seen = query.after ?? 0
  }

  /** Reads what is new since the last look, and nothing where nothing is. */
  async look(): Promise<Waited | null> {
    if (this.#seen === 0 && this.#query.after === undefined && !this.#query.claim) return this.#lookBack()
    const news = await Array.fromAsync(examine(this.#deps, this.#inbox, this.#query, { after: this.#seen }))
    for (const examined of news.reverse()) {
      this.#seen = examined.row.seq
      if (examined.failed.length > 0) this.#miss(examined)
      else if (await this.#mayTake(examined)) this.#matches.push(examined)
      if (this.#query.claim && this.#matches.length > 0) break
    }
    return this.#matches.length >= this.#query.count ? this.#received() : null
  }

  /** The first look without a cursor: the newest are meant, so it ends as soon as there are enough. */
  async #lookBack(): Promise<Waited | null> {
    for await (const examined of examine(this.#deps, this.#inbox, this.#query, {})) {
      this.#seen = Math.max(this.#seen, examined.row.seq)
      if (examined.failed.length > 0) this.#miss(examined)
      else this.#matches.unshift(examined)
      if (this.#matches.length >= this.#query.count) return this.#received()
    }
    this.#misses.reverse()
    return null
  }

  timedOut(): Waited {
    const cursor = encodeCursor({ inboxId: this.#inbox.id, seq: this.#matches.length > 0 ? this.#start : this.#seen })
    const refused = this.#deps.refusals.of(this.#inbox.address)
    return { status: 'timeout', nearMisses: this.#misses, refused, cursor }
  }

  get #start(): number {
    return this.#query.after ?? 0
  }

  async #received(): Promise<Waited> {
    // Without a cursor the newest are meant; with one the first, so that the next wait misses none.
    const { count, after } = this.#query
    const meant = after === undefined ? this.#matches.slice(-count) : this.#matches.slice(0, count)
    const found = await Promise.all(
      meant.map(({ row, rendition }) => complete(this.#deps, this.#inbox, row.seq, rendition)),
    )
    const last = after === undefined && !this.#query.claim ? this.#seen : (meant.at(-1)?.row.seq ?? this.#seen)
    return {
      status: 'received',
      found: found.filter((one) => one !== null),
      cursor: encodeCursor({ inboxId: this.#inbox.id, seq: last }),
    }
  }

  async #mayTake({ row }: Examined): Promise<boolean> {
    if (!this.#query.claim) return true
    // Whoever has gone must not take a message along.
    if (row.claimedAt !== null || this.#signal.reason === GONE) return false
    return this.#deps.store.claimMessage(this.#inbox.id, row.seq, this.#deps.clock.now())
  }

  #miss({ row, failed }: Examined): void {
    const id = messageId(this.#inbox.id, row.seq)
    this.#misses.push({ id, from: row.from || row.envelopeFrom, subject: row.subject, failed })
    this.#misses = this.#misses.slice(-MAX_NEAR_MISSES)
  }
}
