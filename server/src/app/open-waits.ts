import { DomainError } from '../domain/domain-error.ts'
import { type PlanTable, planThatLifts } from '../domain/plan.ts'
import type { Seats } from '../domain/ports.ts'
import type { Principal } from './owners.ts'

/** The waits and streams that are open: as many as the account's plan allows, on all nodes together. */
export class OpenWaits {
  readonly #plans: PlanTable
  readonly #seats: Seats
  readonly #inboxes = new Map<string, number>()
  #total = 0

  constructor(plans: PlanTable, seats: Seats) {
    this.#plans = plans
    this.#seats = seats
  }

  /** On this node. */
  get total(): number {
    return this.#total
  }

  of(accountId: string): Promise<number> {
    return this.#seats.taken(accountId)
  }

  /** Whether somebody waits here for mail in this inbox. */
  areFor(inboxId: string): boolean {
    return this.#inboxes.has(inboxId)
  }

  /** Returns the function that ends the wait, to be called once. A stream waits for no inbox in particular. */
  async enter({ account, plan }: Principal, inboxId: string | null): Promise<() => void> {
    const leave = await this.#seats.take(account.id, plan.open_waits)
    if (!leave) {
      const advice = planThatLifts(this.#plans, 'open_waits', account.plan)
      throw new DomainError(
        'too_many_waits',
        `${plan.open_waits} waits are open at once, and your plan allows no more. ${advice}`,
        { retryAfter: 1 },
      )
    }
    this.#count(inboxId, 1)
    return () => {
      leave()
      this.#count(inboxId, -1)
    }
  }

  #count(inboxId: string | null, change: number): void {
    this.#total += change
    if (inboxId !== null) add(this.#inboxes, inboxId, change)
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
