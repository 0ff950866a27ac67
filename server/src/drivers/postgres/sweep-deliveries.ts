import type { PlanName } from '../../domain/plan.ts'
import type { SweepRules } from '../../domain/ports.ts'
import type { Queries } from './database.ts'
import { firstsOf } from './turns.ts'

interface DueWebhook {
  readonly accountId: string
  readonly id: string
  readonly gone: boolean
  readonly pausedReason: string | null
}

const WEBHOOKS_A_STEP = 50

/** Visits the endpoints whose log has something old in it. True while there is more to do at once. */
export async function sweepDeliveries(tx: Queries, rules: SweepRules): Promise<boolean> {
  const due = await tx.all<DueWebhook>(
    `SELECT account_id, id, gone, paused_reason FROM webhook WHERE sweep_at <= $1 ORDER BY sweep_at LIMIT $2
     FOR UPDATE SKIP LOCKED`,
    rules.now,
    WEBHOOKS_A_STEP,
  )
  if (due.length === 0) return false
  const plans = await plansOf(tx, due)
  let left = rules.limit
  for (const webhook of due) {
    const plan = webhook.gone ? null : (plans.get(webhook.accountId) ?? null)
    const { count, done } = await visit(tx, webhook, plan, rules, left)
    left -= count
    if (!done) return true
  }
  return due.length === WEBHOOKS_A_STEP
}

async function plansOf(tx: Queries, due: readonly DueWebhook[]): Promise<Map<string, PlanName>> {
  const ids = [...new Set(due.map(({ accountId }) => accountId))]
  const rows = await tx.all<{ id: string; plan: PlanName }>('SELECT id, plan FROM account WHERE id = ANY($1)', ids)
  return new Map(rows.map(({ id, plan }) => [id, plan]))
}

async function visit(
  tx: Queries,
  webhook: DueWebhook,
  plan: PlanName | null,
  rules: SweepRules,
  limit: number,
): Promise<{ count: number; done: boolean }> {
  const { accountId, id } = webhook
  const keepMs = plan === null ? 0 : Math.min(rules.deliveryLogMs, rules.retentionMs[plan])
  const until = plan === null ? Number.MAX_SAFE_INTEGER : rules.now - keepMs - 1
  const { count, open } = await dropOldest(tx, webhook, until, limit)
  if (open > 0) {
    const first = (await firstsOf(tx, [webhook], rules.now)).get(id)?.at ?? null
    await tx.run(
      'UPDATE webhook SET open_count = open_count - $3, due_at = $4 WHERE account_id = $1 AND id = $2',
      accountId,
      id,
      open,
      webhook.pausedReason === null && plan !== null ? first : null,
    )
  }
  if (count === limit) return { count, done: false }
  if (plan === null) await tx.run('DELETE FROM webhook WHERE account_id = $1 AND id = $2', accountId, id)
  else {
    await tx.run(
      `UPDATE webhook SET sweep_at = $3 + (
         SELECT min(created_at) FROM delivery WHERE account_id = $1 AND webhook_id = $2) WHERE account_id = $1 AND id = $2`,
      accountId,
      id,
      keepMs + 1,
    )
  }
  return { count, done: true }
}

async function dropOldest(
  tx: Queries,
  { accountId, id }: DueWebhook,
  until: number,
  limit: number,
): Promise<{ count: number; open: number }> {
  const doomed = await tx.all<{ seq: number; state: number }>(
    `DELETE FROM delivery WHERE account_id = $1 AND webhook_id = $2 AND seq IN (
       SELECT seq FROM delivery WHERE account_id = $1 AND webhook_id = $2 AND created_at <= $3
       ORDER BY created_at, seq LIMIT $4) RETURNING seq, state`,
    accountId,
    id,
    until,
    limit,
  )
  await tx.run(
    'DELETE FROM attempt WHERE account_id = $1 AND webhook_id = $2 AND delivery_seq = ANY($3)',
    accountId,
    id,
    doomed.map(({ seq }) => seq),
  )
  return { count: doomed.length, open: doomed.filter(({ state }) => state === 0).length }
}
