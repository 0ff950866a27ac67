import type { AttemptResult, ClaimedDelivery } from '../../domain/webhook-store.ts'
import type { Database, Queries } from './database.ts'
import { STATE } from './deliveries.ts'
import { byPlace, lockWebhooks } from './lock-webhooks.ts'
import { firstsOf } from './turns.ts'

/** A delivery that its owner sends again and again keeps the log of its last attempts. */
const ATTEMPTS_KEPT = 50

interface Place {
  readonly accountId: string
  readonly id: string
}

interface Row {
  readonly state: number
  readonly attempts: number
}

export interface Paused {
  readonly webhookId: string
  readonly accountId: string
}

/** Whose they are, locked. What was deleted meanwhile is left out. */
async function lockNamed(tx: Queries, ids: readonly string[]): Promise<Map<string, Place>> {
  const places = await tx.all<Place>(
    'SELECT account_id, webhook_id AS id FROM webhook_account WHERE webhook_id = ANY($1)',
    [...new Set(ids)],
  )
  const rows = await lockWebhooks(tx, places.sort(byPlace), '')
  return new Map(rows.map(({ accountId, id }) => [id, { accountId, id }]))
}

export function recordAttempts(db: Database, results: readonly AttemptResult[], pauseAt: number): Promise<Paused[]> {
  return db.transaction(async (tx) => {
    const webhooks = await lockNamed(
      tx,
      results.map(({ webhookId }) => webhookId),
    )
    const paused: Paused[] = []
    for (const result of results) {
      const webhook = webhooks.get(result.webhookId)
      if (webhook && (await recordOne(tx, webhook, result, pauseAt))) {
        paused.push({ webhookId: webhook.id, accountId: webhook.accountId })
      }
    }
    await refreshDue(tx, [...webhooks.values()])
    return paused
  })
}

/** True where it paused the endpoint. */
async function recordOne(tx: Queries, webhook: Place, result: AttemptResult, pauseAt: number): Promise<boolean> {
  const row = await tx.get<Row>(
    'SELECT state, attempts FROM delivery WHERE account_id = $1 AND webhook_id = $2 AND seq = $3',
    webhook.accountId,
    webhook.id,
    result.seq,
  )
  if (!row || isLate(row, result)) return false
  await keepAttempt(tx, webhook, result)
  const opened = await settle(tx, webhook, row.state, result)
  return judge(tx, webhook, result, opened, pauseAt)
}

/** Somebody else took it over and was quicker: only that it arrived is news. */
function isLate({ attempts }: Row, { attempt, outcome }: AttemptResult): boolean {
  return attempt.number <= attempts && outcome !== 'delivered'
}

async function keepAttempt(tx: Queries, { accountId, id }: Place, { seq, attempt }: AttemptResult): Promise<void> {
  await tx.run(
    `WITH old AS (
       DELETE FROM attempt WHERE account_id = $1 AND webhook_id = $2 AND delivery_seq = $3 AND number <= $4::bigint - ${ATTEMPTS_KEPT})
     INSERT INTO attempt (account_id, webhook_id, delivery_seq, number, at, status, duration_ms, error, error_detail, response)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (account_id, webhook_id, delivery_seq, number) DO UPDATE SET at = excluded.at, status = excluded.status,
       duration_ms = excluded.duration_ms, error = excluded.error, error_detail = excluded.error_detail,
       response = excluded.response`,
    accountId,
    id,
    seq,
    attempt.number,
    attempt.at,
    attempt.status,
    attempt.durationMs,
    attempt.error,
    attempt.errorDetail,
    attempt.response,
  )
}

/** What its owner dropped meanwhile stays dropped, unless it arrived. Answers with how many more are open now. */
async function settle(
  tx: Queries,
  { accountId, id }: Place,
  before: number,
  { seq, attempt, outcome, data }: AttemptResult,
): Promise<number> {
  const after = typeof outcome === 'string' ? STATE[outcome] : STATE.open
  const state = before === STATE.dropped && after !== STATE.delivered ? STATE.dropped : after
  const retryAt = state === STATE.open && typeof outcome !== 'string' ? outcome.retryAt : null
  await tx.run(
    `UPDATE delivery SET state = $4, next_attempt_at = $5, leased = false, attempts = greatest(attempts, $6),
       data = coalesce($7, data) WHERE account_id = $1 AND webhook_id = $2 AND seq = $3`,
    accountId,
    id,
    seq,
    state,
    retryAt,
    attempt.number,
    data,
  )
  return Number(state === STATE.open) - Number(before === STATE.open)
}

/** True where this attempt paused the endpoint. */
async function judge(
  tx: Queries,
  { accountId, id }: Place,
  { attempt, verdict, outcome }: AttemptResult,
  opened: number,
  pauseAt: number,
): Promise<boolean> {
  const moment = outcome === 'delivered' ? 'last_success_at' : 'last_failure_at'
  const failures = { success: '0', failure: 'consecutive_failures + 1', nothing: 'consecutive_failures' }[verdict]
  await tx.run(
    `UPDATE webhook SET ${moment} = $3, consecutive_failures = ${failures}, open_count = open_count + $4
     WHERE account_id = $1 AND id = $2`,
    accountId,
    id,
    attempt.at + attempt.durationMs,
    opened,
  )
  if (verdict !== 'failure') return false
  const pause = `UPDATE webhook SET paused_reason = 'failures'
    WHERE account_id = $1 AND id = $2 AND paused_reason IS NULL AND consecutive_failures >= $3`
  return (await tx.run(pause, accountId, id, pauseAt)) > 0
}

async function refreshDue(tx: Queries, webhooks: readonly Place[]): Promise<void> {
  if (webhooks.length === 0) return
  const firsts = await firstsOf(tx, webhooks, 0)
  await tx.run(
    `UPDATE webhook w SET due_at = CASE WHEN paused_reason IS NULL THEN first.at END
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS first (account_id, id, at)
     WHERE w.account_id = first.account_id AND w.id = first.id`,
    webhooks.map(({ accountId }) => accountId),
    webhooks.map(({ id }) => id),
    webhooks.map(({ id }) => firsts.get(id)?.at ?? null),
  )
}

export function releaseClaims(
  db: Database,
  claims: readonly Pick<ClaimedDelivery, 'webhookId' | 'seq'>[],
  now: number,
): Promise<void> {
  return db.transaction(async (tx) => {
    const webhooks = await lockNamed(
      tx,
      claims.map(({ webhookId }) => webhookId),
    )
    const own = claims.filter(({ webhookId }) => webhooks.has(webhookId))
    await tx.run(
      `UPDATE delivery d SET leased = false, next_attempt_at = $4
       FROM unnest($1::text[], $2::text[], $3::bigint[]) AS back (account_id, webhook_id, seq)
       WHERE d.account_id = back.account_id AND d.webhook_id = back.webhook_id AND d.seq = back.seq AND d.leased`,
      own.map(({ webhookId }) => webhooks.get(webhookId)?.accountId ?? ''),
      own.map(({ webhookId }) => webhookId),
      own.map(({ seq }) => seq),
      now,
    )
    await refreshDue(tx, [...webhooks.values()])
  })
}
