import assert from 'node:assert/strict'
import { DomainError } from '../../domain/domain-error.ts'
import type { PlanName } from '../../domain/plan.ts'
import type { Store } from '../../domain/ports.ts'
import { bytesOf, HELD_TTL, INBOX_CAP, Model, RETENTION, STORED_CAP } from './model.ts'
import { accountOf, mail, T0 } from './scene.ts'
import { rulesAt, sweepAll } from './sweep-steps.ts'

export const ACCOUNTS = 3
export const ADDRESSES = ['a@mayfly.test', 'b@mayfly.test', 'c@mayfly.test', 'd@mayfly.test']

/** Commands happen at whole tens and sweeps and expiries between them: how a store takes "exactly as old as" is its own. */
const TICK = 10
const BETWEEN = 5

export type Command =
  | { readonly do: 'claim'; readonly account: number; readonly address: string }
  | { readonly do: 'append'; readonly to: readonly string[]; readonly size: number }
  | { readonly do: 'touch'; readonly address: string }
  | { readonly do: 'setPlan'; readonly account: number; readonly plan: PlanName }
  | { readonly do: 'sweep'; readonly limit: number }
  | { readonly do: 'pass'; readonly ticks: number }

/** The store and the model side by side, and the one clock that both are given. */
export class ModelRun {
  readonly #store: Store
  readonly #accounts: readonly string[]
  readonly #model = new Model(ACCOUNTS)
  /** The inbox id last met at an address, and every one ever met: a new inbox never takes an old one's id. */
  readonly #ids = new Map<string, string>()
  readonly #met = new Set<string>()
  #now = T0
  #swept = false

  constructor(store: Store, accounts: readonly string[]) {
    this.#store = store
    this.#accounts = accounts
  }

  async play(next: Command): Promise<void> {
    this.#now += TICK
    if (next.do === 'claim') await this.#claim(next.account, next.address)
    else if (next.do === 'append') await this.#append(next.to, next.size)
    else if (next.do === 'touch') await this.#touch(next.address)
    else if (next.do === 'setPlan') {
      this.#model.plans[next.account] = next.plan
      assert.equal(await this.#store.setPlan(this.#id(next.account), next.plan, 10), true)
    } else if (next.do === 'sweep') await this.#sweep(next.limit)
    else this.#now += next.ticks * TICK
  }

  async #claim(accountIndex: number, at: string): Promise<void> {
    const expected = this.#model.claim(accountIndex, at, this.#now)
    const accountId = this.#id(accountIndex)
    const heldSince = this.#now - HELD_TTL - BETWEEN
    const answer = await this.#store
      .claim({ address: at, accountId, inboxCap: INBOX_CAP, at: this.#now, heldSince, webhooks: true })
      .then(({ claimed }) => (claimed ? 'claimed' : 'own'), codeOf)
    assert.equal(answer, expected)
  }

  async #append(addresses: readonly string[], bytes: number): Promise<void> {
    const recipients = addresses.map((at) => {
      const claimed = (this.#model.inboxes.get(at)?.owner ?? null) !== null
      return { address: at, storedBytesCap: claimed ? STORED_CAP : null, webhooks: true }
    })
    const expected = this.#model.append(addresses, bytes, this.#now)
    const [outcome] = await this.#store.append([{ ...mail(addresses, { size: bytes, at: this.#now }), recipients }])
    assert.ok(outcome)
    if (outcome instanceof DomainError) assert.deepEqual([outcome.code, expected], ['inbox_full', null])
    else assert.deepEqual(Array.from(outcome, seqOf), expected)
  }

  async #touch(at: string): Promise<void> {
    this.#model.touch(at, this.#now)
    const id = this.#ids.get(at)
    if (id) await this.#store.touch(new Map(), new Map([[id, this.#now]]))
  }

  async #sweep(limit: number): Promise<void> {
    this.#swept = true
    this.#model.sweep(this.#now + BETWEEN)
    await sweepAll(this.#store, rulesAt(this.#now + BETWEEN, { heldTtlMs: HELD_TTL, retentionMs: RETENTION, limit }))
  }

  async compare(): Promise<void> {
    await Promise.all([
      ...ADDRESSES.map((at) => this.#compareInbox(at)),
      ...this.#accounts.map((id, index) => this.#compareAccount(id, index)),
    ])
  }

  async #compareInbox(at: string): Promise<void> {
    const expected = this.#model.inboxes.get(at)
    const inbox = await this.#store.inboxByAddress(at)
    if (!expected || !inbox) {
      assert.equal(inbox, null, `${at} should be gone`)
      assert.equal(expected, undefined, `${at} should be there`)
      this.#ids.delete(at)
      return
    }
    const known = this.#ids.get(at)
    if (known === undefined) assert.ok(!this.#met.has(inbox.id), 'a new inbox has a new id')
    else assert.equal(inbox.id, known)
    this.#ids.set(at, inbox.id)
    this.#met.add(inbox.id)
    const rows = await this.#store.messages(inbox.id, { limit: 1_000 })
    assert.deepEqual(
      [inbox.accountId, inbox.messageCount, inbox.storedBytes, inbox.lastSeq, rows.map(seqOf)],
      [
        expected.owner === null ? null : this.#id(expected.owner),
        expected.messages.length,
        bytesOf(expected),
        expected.lastSeq,
        expected.messages.map(seqOf).reverse(),
      ],
    )
  }

  async #compareAccount(id: string, index: number): Promise<void> {
    const found = await accountOf(this.#store, id)
    assert.deepEqual(
      [found.plan, found.inboxCount, found.storedBytes],
      [this.#model.plans[index], this.#model.inboxCount(index), this.#model.storedBytes(index)],
    )
    const log = (await this.#store.events(id, 0, 1_000)).map(seqOf)
    const all = Array.from({ length: this.#model.events[index] ?? 0 }, (_, i) => i + 1)
    // Which events a sweep takes is told elsewhere: here, that none is doubled, reordered or made up.
    if (this.#swept)
      assert.deepEqual(
        log,
        all.filter((seq) => log.includes(seq)),
      )
    else assert.deepEqual(log, all)
  }

  #id(index: number): string {
    return this.#accounts[index] as string
  }
}

function seqOf(of: { readonly seq: number }): number {
  return of.seq
}

function codeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code
  throw error
}
