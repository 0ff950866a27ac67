import { DomainError } from '../domain/domain-error.ts'
import { type PlanTable, planThatLifts } from '../domain/plan.ts'
import type { Principal } from './owners.ts'

/** Counts the waits and streams that each account has open here, and the waits for each inbox. */
export class OpenWaits {
  readonly #plans: PlanTable
  readonly #open = new Map<string, number>()
  readonly #inboxes = new Map<string, number>()

  constructor(plans: PlanTable) {
    this.#plans = plans
  }

  get total(): number {
    return this.#open.values().reduce((sum, count) => sum + count, 0)
  }

  of(accountId: string): number {
    return this.#open.get(accountId) ?? 0
  }

  /** Whether somebody waits here for mail in this inbox. */
  areFor(inboxId: string): boolean {
    return this.#inboxes.has(inboxId)
  }

  /** Returns the function that ends the wait, to be called once. A stream waits for no inbox in particular. */
  enter({ account, plan }: Principal, inboxId: string | null): () => void {
    const open = this.#open.get(account.id) ?? 0
    if (open >= plan.open_waits) {
      const advice = planThatLifts(this.#plans, 'open_waits', account.plan)
      throw new DomainError(
        'too_many_waits',
        `${open} waits are open at once, and your plan allows no more. ${advice}`,
        {
          retryAfter: 1,
        },
      )
    }
    add(this.#open, account.id, 1)
    if (inboxId !== null) add(this.#inboxes, inboxId, 1)
    return () => {
      add(this.#open, account.id, -1)
      if (inboxId !== null) add(this.#inboxes, inboxId, -1)
    }
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
