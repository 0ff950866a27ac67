import { PLAN_NAMES, type PlanName, retentionMs } from '../domain/plan.ts'
import type { Deps } from './deps.ts'

const MESSAGES_A_STEP = 200
const DELIVERY_LOG_MS = 30 * 86_400_000

/** Deletes what has outlived its plan's retention, in small steps between which mail flows. */
export async function sweep(deps: Deps, stopped: AbortSignal): Promise<{ messages: number; inboxes: number }> {
  const retention = Object.fromEntries(PLAN_NAMES.map((name) => [name, retentionMs(deps.policy.plans[name])]))
  const total = { messages: 0, inboxes: 0 }
  while (!stopped.aborted) {
    const step = await deps.store.sweep({
      now: deps.clock.now(),
      heldTtlMs: deps.policy.unclaimedTtlMs,
      retentionMs: retention as Record<PlanName, number>,
      deliveryLogMs: DELIVERY_LOG_MS,
      limit: MESSAGES_A_STEP,
    })
    total.messages += step.messages
    total.inboxes += step.inboxes
    if (!step.more) break
  }
  return total
}
