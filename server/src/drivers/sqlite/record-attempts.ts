import type { AttemptResult, ClaimedDelivery } from '../../domain/webhook-store.ts'
import { firstOpen } from './claim-deliveries.ts'
import type { Database } from './database.ts'
import { STATE } from './deliveries.ts'

/** A delivery that its owner sends again and again keeps the log of its last attempts. */
const ATTEMPTS_KEPT = 50

interface Row {
  readonly webhookNo: number
  readonly accountId: string
  readonly state: number
  readonly attempts: number
}

const ROW = `SELECT d.webhook_no AS webhookNo, a.id AS accountId, d.state, d.attempts
  FROM webhook w JOIN account a ON a.no = w.account_no JOIN delivery d ON d.webhook_no = w.no
  WHERE w.id = ? AND d.seq = ?`

export interface Paused {
  readonly webhookId: string
  readonly accountId: string
}

export function recordAttempts(db: Database, results: readonly AttemptResult[], pauseAt: number): Paused[] {
  return db.transaction(() => {
    const paused: Paused[] = []
    const touched = new Set<number>()
    for (const result of results) {
      const row = db.get<Row>(ROW, result.webhookId, result.seq)
      if (!row || isLate(row, result)) continue
      touched.add(row.webhookNo)
      keepAttempt(db, row.webhookNo, result)
      settle(db, row, result)
      if (judge(db, row.webhookNo, result, pauseAt)) {
        paused.push({ webhookId: result.webhookId, accountId: row.accountId })
      }
    }
    for (const no of touched) refreshDue(db, no)
    return paused
  })
}

/** Somebody else took it over and was quicker: only that it arrived is news. */
function isLate({ attempts }: Row, { attempt, outcome }: AttemptResult): boolean {
  return attempt.number <= attempts && outcome !== 'delivered'
}

function keepAttempt(db: Database, webhookNo: number, { seq, attempt }: AttemptResult): void {
  db.run(
    `INSERT OR REPLACE INTO attempt (webhook_no, delivery_seq, number, at, status, duration_ms, error,
       error_detail, response) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    webhookNo,
    seq,
    attempt.number,
    attempt.at,
    attempt.status,
    attempt.durationMs,
    attempt.error,
    attempt.errorDetail,
    attempt.response,
  )
  db.run(
    'DELETE FROM attempt WHERE webhook_no = ? AND delivery_seq = ? AND number <= ?',
    webhookNo,
    seq,
    attempt.number - ATTEMPTS_KEPT,
  )
}

/** What its owner dropped meanwhile stays dropped, unless it arrived. */
function settle(db: Database, { webhookNo, state: before }: Row, { seq, attempt, outcome, data }: AttemptResult): void {
  const after = typeof outcome === 'string' ? STATE[outcome] : STATE.open
  const state = before === STATE.dropped && after !== STATE.delivered ? STATE.dropped : after
  const retryAt = state === STATE.open && typeof outcome !== 'string' ? outcome.retryAt : null
  db.run(
    `UPDATE delivery SET state = ?, next_attempt_at = ?, leased = 0, attempts = max(attempts, ?),
       data = coalesce(?, data) WHERE webhook_no = ? AND seq = ?`,
    state,
    retryAt,
    attempt.number,
    data,
    webhookNo,
    seq,
  )
  const opened = Number(state === STATE.open) - Number(before === STATE.open)
  if (opened !== 0) db.run('UPDATE webhook SET open_count = open_count + ? WHERE no = ?', opened, webhookNo)
}

/** True where this attempt paused the endpoint. */
function judge(
  db: Database,
  webhookNo: number,
  { attempt, verdict, outcome }: AttemptResult,
  pauseAt: number,
): boolean {
  const at = attempt.at + attempt.durationMs
  if (outcome === 'delivered') db.run('UPDATE webhook SET last_success_at = ? WHERE no = ?', at, webhookNo)
  else db.run('UPDATE webhook SET last_failure_at = ? WHERE no = ?', at, webhookNo)
  if (verdict === 'success') db.run('UPDATE webhook SET consecutive_failures = 0 WHERE no = ?', webhookNo)
  if (verdict !== 'failure') return false
  db.run('UPDATE webhook SET consecutive_failures = consecutive_failures + 1 WHERE no = ?', webhookNo)
  const pause = `UPDATE webhook SET paused_reason = 'failures' WHERE no = ? AND paused_reason IS NULL AND consecutive_failures >= ?`
  return db.run(pause, webhookNo, pauseAt) > 0
}

function refreshDue(db: Database, webhookNo: number): void {
  const update = 'UPDATE webhook SET due_at = CASE WHEN paused_reason IS NULL THEN ? END WHERE no = ?'
  db.run(update, firstOpen(db, webhookNo), webhookNo)
}

export function releaseClaims(
  db: Database,
  claims: readonly Pick<ClaimedDelivery, 'webhookId' | 'seq'>[],
  now: number,
): void {
  db.transaction(() => {
    for (const { webhookId, seq } of claims) {
      const row = db.get<Row>(ROW, webhookId, seq)
      if (!row) continue
      db.run(
        'UPDATE delivery SET leased = 0, next_attempt_at = ? WHERE webhook_no = ? AND seq = ? AND leased = 1',
        now,
        row.webhookNo,
        seq,
      )
      refreshDue(db, row.webhookNo)
    }
  })
}

/** Whoever claimed these is no more: this is the only process that serves the folder. */
export function releaseAllClaims(db: Database): void {
  const held = db.all<{ webhookNo: number }>('SELECT DISTINCT webhook_no AS webhookNo FROM delivery WHERE leased = 1')
  for (const { webhookNo } of held) {
    db.run(
      'UPDATE delivery INDEXED BY delivery_leased SET leased = 0, next_attempt_at = 0 WHERE webhook_no = ? AND leased = 1',
      webhookNo,
    )
    refreshDue(db, webhookNo)
  }
}
