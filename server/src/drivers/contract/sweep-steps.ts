import assert from 'node:assert/strict'
import type { Store, SweepRules, Swept } from '../../domain/ports.ts'
import { DAY, HOUR } from './scene.ts'

const RETENTION = { free: DAY, plus: 7 * DAY, elite: 30 * DAY, team: 90 * DAY } as const

export function rulesAt(now: number, rules: Partial<SweepRules> = {}): SweepRules {
  return { now, heldTtlMs: HOUR, retentionMs: RETENTION, deliveryLogMs: 30 * DAY, limit: 100, ...rules }
}

/** Sweeps until nothing is left to do, and answers what each step did. */
export async function sweepAll(store: Store, rules: SweepRules): Promise<readonly Swept[]> {
  const steps: Swept[] = []
  for (let step = 0; step < 500; step++) {
    const swept = await store.sweep(rules)
    assert.ok(swept.messages <= rules.limit, 'a step sweeps no more messages than its limit')
    steps.push(swept)
    if (!swept.more) return steps
  }
  throw new assert.AssertionError({ message: 'sweeping never came to an end' })
}

export function sumOf(steps: readonly Swept[], what: 'messages' | 'inboxes'): number {
  return steps.reduce((sum, step) => sum + step[what], 0)
}
