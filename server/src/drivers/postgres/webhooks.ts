import { DomainError } from '../../domain/domain-error.ts'
import type { PauseReason, SigningSecrets, Webhook } from '../../domain/webhook.ts'
import type { NewWebhook, WebhookChange } from '../../domain/webhook-store.ts'
import type { Database, Queries } from './database.ts'

type Row = Omit<Webhook, 'state'>

const WEBHOOK = `SELECT id, account_id, url, description, events, inbox_filter, paused_reason, consecutive_failures,
  created_at, last_success_at, last_failure_at FROM webhook`
/** With the account first: it is what the rows would be distributed by. */
export const OWN = 'account_id = $1 AND id = $2 AND NOT gone'

export function createWebhook(db: Database, { webhook, secret, cap }: NewWebhook): Promise<void> {
  return db.transaction(async (tx) => {
    const account = await tx.get<{ count: number }>(
      'SELECT webhook_count AS count FROM account WHERE id = $1 FOR UPDATE',
      webhook.accountId,
    )
    if (!account) throw new DomainError('not_found', 'This account is gone.')
    if (account.count >= cap) throw overCap()
    await tx.run(
      `INSERT INTO webhook (account_id, id, url, description, events, inbox_filter, created_at, secret)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      webhook.accountId,
      webhook.id,
      webhook.url,
      webhook.description,
      webhook.events,
      webhook.inboxFilter,
      webhook.createdAt,
      secret,
    )
    const place = 'INSERT INTO webhook_account (webhook_id, account_id) VALUES ($1, $2)'
    await tx.run(place, webhook.id, webhook.accountId)
    await tx.run('UPDATE account SET webhook_count = webhook_count + 1 WHERE id = $1', webhook.accountId)
  })
}

export async function getWebhook(db: Queries, accountId: string, id: string): Promise<Webhook | null> {
  const row = await db.get<Row>(`${WEBHOOK} WHERE ${OWN}`, accountId, id)
  return row ? toWebhook(row) : null
}

export async function listWebhooks(db: Queries, accountId: string): Promise<Webhook[]> {
  return (await db.all<Row>(`${WEBHOOK} WHERE account_id = $1 AND NOT gone ORDER BY no`, accountId)).map(toWebhook)
}

export async function updateWebhook(
  db: Queries,
  accountId: string,
  id: string,
  { url, description, events, inboxFilter }: WebhookChange,
): Promise<Webhook | null> {
  await db.run(
    `UPDATE webhook SET url = coalesce($3, url), description = coalesce($4, description), events = coalesce($5, events),
       inbox_filter = CASE WHEN $6 THEN $7 ELSE inbox_filter END WHERE ${OWN}`,
    accountId,
    id,
    url ?? null,
    description ?? null,
    events ?? null,
    inboxFilter !== undefined,
    inboxFilter ?? null,
  )
  return getWebhook(db, accountId, id)
}

/** Nothing more is sent, and nothing of it can be read; the sweep takes its log apart. */
const DETACH = `UPDATE webhook SET gone = true, due_at = NULL, sweep_at = 0, secret = '', previous_secret = NULL`

/** All that a locked account has. */
export async function detachWebhooks(tx: Queries, accountId: string): Promise<void> {
  const detached = await tx.all<{ id: string }>(`${DETACH} WHERE account_id = $1 AND NOT gone RETURNING id`, accountId)
  await tx.run(
    'DELETE FROM webhook_account WHERE webhook_id = ANY($1)',
    detached.map(({ id }) => id),
  )
}

export function deleteWebhook(db: Database, accountId: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.run('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', accountId)
    if ((await tx.run(`${DETACH} WHERE ${OWN}`, accountId, id)) === 0) return false
    await tx.run('DELETE FROM webhook_account WHERE webhook_id = $1', id)
    await tx.run('UPDATE account SET webhook_count = webhook_count - 1 WHERE id = $1', accountId)
    return true
  })
}

export async function getSecrets(db: Queries, accountId: string, id: string): Promise<SigningSecrets | null> {
  const select = 'SELECT secret AS current, previous_secret AS previous, previous_until FROM webhook'
  return (await db.get<SigningSecrets>(`${select} WHERE ${OWN}`, accountId, id)) ?? null
}

export async function rotateSecrets(
  db: Queries,
  accountId: string,
  id: string,
  { current, previous, previousUntil }: SigningSecrets,
): Promise<boolean> {
  const update = `UPDATE webhook SET secret = $3, previous_secret = $4, previous_until = $5 WHERE ${OWN}`
  return (await db.run(update, accountId, id, current, previous, previousUntil)) > 0
}

export async function pauseWebhook(
  db: Queries,
  accountId: string,
  id: string,
  reason: PauseReason,
): Promise<Webhook | null> {
  const update = `UPDATE webhook SET paused_reason = $3, due_at = NULL WHERE paused_reason IS NULL AND ${OWN}`
  await db.run(update, accountId, id, reason)
  return getWebhook(db, accountId, id)
}

/** Those that were made last give way first. */
export async function pauseOverCap(tx: Queries, accountId: string, cap: number): Promise<void> {
  await tx.run(
    `UPDATE webhook SET paused_reason = 'plan', due_at = NULL WHERE account_id = $1 AND id IN (
       SELECT id FROM webhook WHERE account_id = $1 AND NOT gone ORDER BY no OFFSET $2)`,
    accountId,
    cap,
  )
}

/** Under the account's lock: of two at once one finds the other active. */
export function resumeWebhook(
  db: Database,
  accountId: string,
  id: string,
  now: number,
  cap: number,
): Promise<Webhook | null> {
  return db.transaction(async (tx) => {
    await tx.run('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', accountId)
    if (!(await getWebhook(tx, accountId, id))) return null
    const { active } = (await tx.get<{ active: number }>(
      `SELECT count(*) AS active FROM webhook
       WHERE account_id = $1 AND NOT gone AND paused_reason IS NULL AND id <> $2`,
      accountId,
      id,
    )) as { active: number }
    if (active >= cap) throw overCap()
    const update = `UPDATE webhook SET paused_reason = NULL, consecutive_failures = 0, due_at = $3 WHERE ${OWN}`
    await tx.run(update, accountId, id, now)
    return getWebhook(tx, accountId, id)
  })
}

export async function lastDeliverySeq(db: Queries, accountId: string, id: string): Promise<number> {
  const select = `SELECT last_seq AS seq FROM webhook WHERE ${OWN}`
  return (await db.get<{ seq: number }>(select, accountId, id))?.seq ?? 0
}

function toWebhook(row: Row): Webhook {
  return { ...row, state: row.pausedReason === null ? 'active' : 'paused' }
}

function overCap(): DomainError {
  return new DomainError('plan_required', 'The plan has no place for another endpoint.')
}
