import type { Clock } from '../domain/ports.ts'

export interface Refusal {
  readonly at: number
  readonly from: string
  /** As the sender was told. */
  readonly reason: string
}

interface Noted extends Refusal {
  /** The account that had the address then; null where nobody had, until somebody asks who has it now. */
  owner: string | null
}

const MAX_ADDRESSES = 10_000
const MAX_PER_ADDRESS = 10
const REMEMBERED_MS = 15 * 60_000

/** Mail that was not taken, by address: a wait that ends without its mail can say why. Bounded in every way. */
export class Refusals {
  readonly #clock: Clock
  readonly #byAddress = new Map<string, Noted[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(address: string, owner: string | null, from: string, reason: string): void {
    const known = this.#recent(address)
    this.#byAddress.delete(address)
    if (this.#byAddress.size >= MAX_ADDRESSES) this.#byAddress.delete(this.#byAddress.keys().next().value as string)
    this.#byAddress.set(address, [...known, { at: this.#clock.now(), from, reason, owner }].slice(-MAX_PER_ADDRESS))
  }

  /**
   * Those of the last quarter of an hour, oldest first, that concern this account: an address may have been another's
   * before.
   */
  of(address: string, accountId: string): readonly Refusal[] {
    const recent = this.#recent(address)
    for (const refusal of recent) refusal.owner ??= accountId
    return recent.filter(({ owner }) => owner === accountId).map(({ at, from, reason }) => ({ at, from, reason }))
  }

  #recent(address: string): Noted[] {
    const since = this.#clock.now() - REMEMBERED_MS
    return (this.#byAddress.get(address) ?? []).filter((refusal) => refusal.at >= since)
  }
}
