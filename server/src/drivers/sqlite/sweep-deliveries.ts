import type { PlanName } from '../../domain/plan.ts'
import type { SweepRules } from '../../domain/ports.ts'
import { firstOpen } from './claim-deliveries.ts'
import type { Database } from './database.ts'

interface DueWebhook {
  readonly no: number
  readonly plan: PlanName | null
  readonly pausedReason: string | null
}

const WEBHOOKS_A_STEP = 50

/** Visits the endpoints whose log has something old in it. True while there is more to do at once. */
export function sweepDeliveries(db: Database, rules: SweepRules): boolean {
  const due = db.all<DueWebhook>(
    `SELECT w.no, a.plan, w.paused_reason AS pausedReason FROM webhook w LEFT JOIN account a ON a.no = w.account_no
     WHERE w.sweep_at IS NOT NULL AND w.sweep_at <= ? ORDER BY w.sweep_at LIMIT ?`,
    rules.now,
    WEBHOOKS_A_STEP,
  )
  let left = rules.limit
  for (const webhook of due) {
    const { count, done } = visit(db, webhook, rules, left)
    left -= count
    if (!done) return true
  }
  return due.length === WEBHOOKS_A_STEP
}

function visit(db: Database, webhook: DueWebhook, rules: SweepRules, limit: number): { count: number; done: boolean } {
  const { no, plan } = webhook
  const keepMs = plan === null ? 0 : Math.min(rules.deliveryLogMs, rules.retentionMs[plan])
  const until = plan === null ? Number.MAX_SAFE_INTEGER : rules.now - keepMs - 1
  const doomed = db.all<{ seq: number; state: number }>(
    'SELECT seq, state FROM delivery WHERE webhook_no = ? AND created_at <= ? ORDER BY created_at, seq LIMIT ?',
    no,
    until,
    limit,
  )
  for (const { seq } of doomed) {
    db.run('DELETE FROM attempt WHERE webhook_no = ? AND delivery_seq = ?', no, seq)
    db.run('DELETE FROM delivery WHERE webhook_no = ? AND seq = ?', no, seq)
  }
  const open = doomed.filter(({ state }) => state === 0).length
  if (open > 0) {
    const dueAt = webhook.pausedReason === null && plan !== null ? firstOpen(db, no) : null
    db.run('UPDATE webhook SET open_count = open_count - ?, due_at = ? WHERE no = ?', open, dueAt, no)
  }
  if (doomed.length === limit) return { count: limit, done: false }
  const oldest = db.get<{ at: number | null }>('SELECT min(created_at) AS at FROM delivery WHERE webhook_no = ?', no)
  if (plan === null) db.run('DELETE FROM webhook WHERE no = ?', no)
  else db.run('UPDATE webhook SET sweep_at = ? WHERE no = ?', oldest?.at == null ? null : oldest.at + keepMs + 1, no)
  return { count: doomed.length, done: true }
}
