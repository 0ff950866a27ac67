import { encodeCursor } from '../domain/cursor.ts'
import { messageId } from '../domain/ids.ts'
import type { Inbox } from '../domain/inbox.ts'
import type { MessageRow } from '../domain/message.ts'
import type { Clock } from '../domain/ports.ts'
import { complete, type Examined, examine, type Finder } from './find-messages.ts'
import type { MessageFilter } from './mail-filter.ts'
import type { Found } from './message-view.ts'
import { newestRows } from './newest-messages.ts'
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

interface MessageWaitDeps extends Finder {
  readonly clock: Clock
  readonly refusals: Refusals
}

/** One wait: what it has seen and found so far. */
export class MessageWait {
  readonly #deps: MessageWaitDeps
  readonly #inbox: Inbox
  readonly #query: WaitQuery
  readonly #signal: AbortSignal
  /** In the order of their coming, the misses too. */
  #matches: Examined[] = []
  #misses: NearMiss[] = []
  #seen: number

  constructor(deps: MessageWaitDeps, inbox: Inbox, query: WaitQuery, signal: AbortSignal) {
    this.#signal = signal
    this.#deps = deps
    this.#inbox = inbox
    this.#query = query
    this.#seen = this.#start
  }

  /** Reads what is new since the last look, and nothing where nothing is. */
  async look(): Promise<Waited | null> {
    await (this.#wantsNewest ? this.#lookBack() : this.#lookOn())
    return this.#matches.length < this.#query.count ? null : this.#received()
  }

  timedOut(): Waited {
    const cursor = encodeCursor({ inboxId: this.#inbox.id, seq: this.#matches.length > 0 ? this.#start : this.#seen })
    const refused = this.#deps.refusals.of(this.#inbox.address)
    return { status: 'timeout', nearMisses: this.#misses, refused, cursor }
  }

  get #start(): number {
    return this.#query.after ?? 0
  }

  /** Without a cursor the newest are meant; with one, or with a claim, the first, so that the next wait misses none. */
  get #wantsNewest(): boolean {
    return this.#query.after === undefined && !this.#query.claim
  }

  /** From the newest to where the last look began, or until there are enough. */
  async #lookBack(): Promise<void> {
    const matches: Examined[] = []
    const misses: NearMiss[] = []
    let newest = this.#seen
    for await (const examined of this.#examine(this.#news())) {
      newest = Math.max(newest, examined.row.seq)
      if (examined.failed.length === 0) matches.push(examined)
      else if (misses.length < MAX_NEAR_MISSES) misses.push(this.#toNearMiss(examined))
      if (matches.length === this.#query.count) break
    }
    this.#seen = newest
    this.#matches = [...this.#matches, ...matches.reverse()].slice(-this.#query.count)
    this.#miss(misses.reverse())
  }

  /** From where the last look ended to the newest, or until there are enough. */
  async #lookOn(): Promise<void> {
    // Rows are small: bodies are asked for only as far as the look goes.
    const rows = (await Array.fromAsync(this.#news())).reverse()
    for await (const examined of this.#examine(rows)) {
      this.#seen = examined.row.seq
      if (examined.failed.length > 0) this.#miss([this.#toNearMiss(examined)])
      else if (await this.#mayTake(examined)) this.#matches.push(examined)
      if (this.#matches.length === this.#query.count) return
    }
  }

  #news(): AsyncGenerator<MessageRow> {
    return newestRows(this.#deps.store, this.#inbox.id, { after: this.#seen })
  }

  #examine(rows: AsyncIterable<MessageRow> | Iterable<MessageRow>): AsyncGenerator<Examined> {
    return examine(this.#deps, this.#inbox, this.#query, rows, this.#query.count - this.#matches.length)
  }

  async #received(): Promise<Waited | null> {
    const found = await complete(this.#deps, this.#inbox, this.#matches)
    if (found === null) return this.#lookAgain()
    const last = this.#wantsNewest ? this.#seen : (found.at(-1)?.message.seq ?? this.#seen)
    return { status: 'received', found, cursor: encodeCursor({ inboxId: this.#inbox.id, seq: last }) }
  }

  /** One of the messages was deleted at this very moment. */
  #lookAgain(): Promise<Waited | null> {
    this.#matches = []
    this.#misses = []
    this.#seen = this.#start
    return this.look()
  }

  async #mayTake({ row }: Examined): Promise<boolean> {
    if (!this.#query.claim) return true
    // Whoever has gone must not take a message along.
    if (row.claimedAt !== null || this.#signal.reason === GONE) return false
    return this.#deps.store.claimMessage(this.#inbox.id, row.seq, this.#deps.clock.now())
  }

  #miss(misses: readonly NearMiss[]): void {
    this.#misses = [...this.#misses, ...misses].slice(-MAX_NEAR_MISSES)
  }

  #toNearMiss({ row, failed }: Examined): NearMiss {
    const id = messageId(this.#inbox.id, row.seq)
    return { id, from: row.from || row.envelopeFrom, subject: row.subject, failed }
  }
}
