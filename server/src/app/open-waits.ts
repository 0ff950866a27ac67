import { DomainError } from '../domain/domain-error.ts'
import { type PlanTable, planThatLifts } from '../domain/plan.ts'
import type { Principal } from './owners.ts'

/** Counts the waits and streams that each account has open here. */
export class OpenWaits {
  readonly #plans: PlanTable
  readonly #open = new Map<string, number>()

  constructor(plans: PlanTable) {
    this.#plans = plans
  }

  get total(): number {
    return this.#open.values().reduce((sum, count) => sum + count, 0)
  }

  of(accountId: string): number {
    return this.#open.get(accountId) ?? 0
  }

  /** Returns the function that ends the wait, to be called once. */
  enter({ account, plan }: Principal): () => void {
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
    this.#open.set(account.id, open + 1)
    return () => {
      const left = (this.#open.get(account.id) ?? 1) - 1
      if (left > 0) this.#open.set(account.id, left)
      else this.#open.delete(account.id)
    }
  }
}
