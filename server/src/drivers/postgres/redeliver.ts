import { DomainError } from '../../domain/domain-error.ts'
import type { WebhookStore } from '../../domain/webhook-store.ts'
import type { Database, Queries } from './database.ts'
import { lockOwn, OF_WEBHOOK, type OwnWebhook, PING, STATE } from './deliveries.ts'

export function redeliver(
  db: Database,
  accountId: string,
  webhookId: string,
  seq: number,
  now: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!requireActive(await lockOwn(tx, accountId, webhookId))) return false
    const select = `SELECT ${AGAIN} FROM delivery d WHERE ${OF_WEBHOOK} AND d.seq = $3`
    const row = await tx.get<Again>(select, accountId, webhookId, seq)
    if (!row) return false
    if (row.leased) throw new DomainError('conflict', 'This delivery is being sent right now.')
    await sendAgain(tx, accountId, webhookId, [row], now)
    return true
  })
}

export function redeliverAll(
  db: Database,
  accountId: string,
  webhookId: string,
  wish: Parameters<WebhookStore['redeliverAll']>[2],
): Promise<{ count: number; next: number | null }> {
  return db.transaction(async (tx) => {
    if (!requireActive(await lockOwn(tx, accountId, webhookId))) return { count: 0, next: null }
    const looked = await tx.all<Again>(
      `SELECT ${AGAIN} FROM delivery d WHERE ${OF_WEBHOOK} AND d.seq < $3 ORDER BY d.seq DESC LIMIT $4`,
      accountId,
      webhookId,
      wish.before,
      wish.limit,
    )
    // The log never goes back in time, so what follows the first that is too old is older still.
    const rows = looked.filter(({ createdAt }) => createdAt >= wish.since)
    const states: readonly number[] = wish.states.map((state) => STATE[state])
    const chosen = rows.filter(({ state, event }) => states.includes(state) && event !== PING)
    await sendAgain(tx, accountId, webhookId, chosen, wish.now)
    return { count: chosen.length, next: rows.length < wish.limit ? null : (rows.at(-1)?.seq ?? null) }
  })
}

interface Again {
  readonly seq: number
  readonly state: number
  readonly event: number
  readonly leased: boolean
  readonly createdAt: number
}

const AGAIN = 'd.seq, d.state, d.event, d.leased, d.created_at'

/** The schedule begins anew; the count of attempts goes on. */
async function sendAgain(
  tx: Queries,
  accountId: string,
  webhookId: string,
  rows: readonly Again[],
  now: number,
): Promise<void> {
  if (rows.length === 0) return
  await tx.run(
    `UPDATE delivery d SET state = 0, next_attempt_at = $4, attempts_before = attempts, manual = true
     WHERE ${OF_WEBHOOK} AND d.seq = ANY($3)`,
    accountId,
    webhookId,
    rows.map(({ seq }) => seq),
    now,
  )
  await tx.run(
    'UPDATE webhook SET due_at = least(due_at, $3), open_count = open_count + $4 WHERE account_id = $1 AND id = $2',
    accountId,
    webhookId,
    now,
    rows.filter(({ state }) => state !== STATE.open).length,
  )
}

function requireActive(webhook: OwnWebhook | undefined): boolean {
  if (webhook?.paused) throw new DomainError('conflict', 'This endpoint is paused, and gets nothing. Resume it first.')
  return webhook !== undefined
}
