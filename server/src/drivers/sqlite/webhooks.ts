import { DomainError } from '../../domain/domain-error.ts'
import type { EventType } from '../../domain/event.ts'
import { type PauseReason, type SigningSecrets, WEBHOOK_EVENTS, type Webhook } from '../../domain/webhook.ts'
import type { NewWebhook, WebhookChange } from '../../domain/webhook-store.ts'
import type { Database } from './database.ts'

interface Row extends Omit<Webhook, 'events' | 'state'> {
  readonly events: number
}

const WEBHOOK = `SELECT w.id, a.id AS accountId, w.url, w.description, w.events, w.inbox_filter AS inboxFilter,
    w.paused_reason AS pausedReason, w.consecutive_failures AS consecutiveFailures, w.created_at AS createdAt,
    w.last_success_at AS lastSuccessAt, w.last_failure_at AS lastFailureAt
  FROM webhook w JOIN account a ON a.no = w.account_no`
const OWN = 'w.id = ? AND a.id = ?'
/** For updates: the endpoint of this id, where it is this account's. */
const OWN_NO = 'no = (SELECT w.no FROM webhook w JOIN account a ON a.no = w.account_no WHERE w.id = ? AND a.id = ?)'

export function createWebhook(db: Database, { webhook, secret, cap }: NewWebhook): void {
  db.transaction(() => {
    const account = db.get<{ no: number; count: number }>(
      'SELECT no, webhook_count AS count FROM account WHERE id = ?',
      webhook.accountId,
    )
    if (!account) throw new DomainError('not_found', 'This account is gone.')
    if (account.count >= cap) throw overCap()
    db.run(
      `INSERT INTO webhook (id, account_no, url, description, events, inbox_filter, created_at, secret)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      webhook.id,
      account.no,
      webhook.url,
      webhook.description,
      toBits(webhook.events),
      webhook.inboxFilter,
      webhook.createdAt,
      secret,
    )
    db.run('UPDATE account SET webhook_count = webhook_count + 1 WHERE no = ?', account.no)
  })
}

export function getWebhook(db: Database, accountId: string, id: string): Webhook | null {
  const row = db.get<Row>(`${WEBHOOK} WHERE ${OWN}`, id, accountId)
  return row ? toWebhook(row) : null
}

export function listWebhooks(db: Database, accountId: string): Webhook[] {
  const select = `${WEBHOOK} WHERE w.account_no = (SELECT no FROM account WHERE id = ?) ORDER BY w.no`
  return db.all<Row>(select, accountId).map(toWebhook)
}

export function updateWebhook(db: Database, accountId: string, id: string, change: WebhookChange): Webhook | null {
  return db.transaction(() => {
    const { url, description, events, inboxFilter } = change
    if (url !== undefined) db.run(`UPDATE webhook SET url = ? WHERE ${OWN_NO}`, url, id, accountId)
    if (description !== undefined) {
      db.run(`UPDATE webhook SET description = ? WHERE ${OWN_NO}`, description, id, accountId)
    }
    if (events !== undefined) db.run(`UPDATE webhook SET events = ? WHERE ${OWN_NO}`, toBits(events), id, accountId)
    if (inboxFilter !== undefined) {
      db.run(`UPDATE webhook SET inbox_filter = ? WHERE ${OWN_NO}`, inboxFilter, id, accountId)
    }
    return getWebhook(db, accountId, id)
  })
}

/** Nothing more is sent, and nothing of it can be read; the sweep takes its log apart. */
const DETACH = `UPDATE webhook SET account_no = NULL, due_at = NULL, sweep_at = 0, secret = '', previous_secret = NULL`

/** All that an account has. */
export function detachWebhooks(db: Database, accountNo: number): void {
  db.run(`${DETACH} WHERE account_no = ?`, accountNo)
}

export function deleteWebhook(db: Database, accountId: string, id: string): boolean {
  return db.transaction(() => {
    if (db.run(`${DETACH} WHERE ${OWN_NO}`, id, accountId) === 0) return false
    db.run('UPDATE account SET webhook_count = webhook_count - 1 WHERE id = ?', accountId)
    return true
  })
}

export function getSecrets(db: Database, accountId: string, id: string): SigningSecrets | null {
  const row = db.get<SigningSecrets>(
    `SELECT secret AS current, previous_secret AS previous, previous_until AS previousUntil
     FROM webhook w JOIN account a ON a.no = w.account_no WHERE ${OWN}`,
    id,
    accountId,
  )
  return row ?? null
}

export function rotateSecrets(db: Database, accountId: string, id: string, secrets: SigningSecrets): boolean {
  const { current, previous, previousUntil } = secrets
  const update = `UPDATE webhook SET secret = ?, previous_secret = ?, previous_until = ? WHERE ${OWN_NO}`
  return db.run(update, current, previous, previousUntil, id, accountId) > 0
}

export function pauseWebhook(db: Database, accountId: string, id: string, reason: PauseReason): Webhook | null {
  return db.transaction(() => {
    const update = `UPDATE webhook SET paused_reason = ?, due_at = NULL WHERE paused_reason IS NULL AND ${OWN_NO}`
    db.run(update, reason, id, accountId)
    return getWebhook(db, accountId, id)
  })
}

/** Those that were made last give way first. */
export function pauseOverCap(db: Database, accountId: string, cap: number): void {
  db.run(
    `UPDATE webhook SET paused_reason = 'plan', due_at = NULL WHERE paused_reason IS NULL AND no IN (
       SELECT no FROM webhook WHERE account_no = (SELECT no FROM account WHERE id = ?) ORDER BY no LIMIT -1 OFFSET ?)`,
    accountId,
    cap,
  )
}

export function resumeWebhook(db: Database, accountId: string, id: string, now: number, cap: number): Webhook | null {
  return db.transaction(() => {
    const webhook = getWebhook(db, accountId, id)
    if (!webhook) return null
    const { active } = db.get<{ active: number }>(
      `SELECT count(*) AS active FROM webhook
       WHERE account_no = (SELECT no FROM account WHERE id = ?) AND paused_reason IS NULL AND id <> ?`,
      accountId,
      id,
    ) as { active: number }
    if (active >= cap) throw overCap()
    db.run(
      `UPDATE webhook SET paused_reason = NULL, consecutive_failures = 0, due_at = ? WHERE ${OWN_NO}`,
      now,
      id,
      accountId,
    )
    return getWebhook(db, accountId, id)
  })
}

export function lastDeliverySeq(db: Database, accountId: string, id: string): number {
  const select = `SELECT w.last_seq AS seq FROM webhook w JOIN account a ON a.no = w.account_no WHERE ${OWN}`
  return db.get<{ seq: number }>(select, id, accountId)?.seq ?? 0
}

function toWebhook({ events, ...row }: Row): Webhook {
  return { ...row, events: fromBits(events), state: row.pausedReason === null ? 'active' : 'paused' }
}

/** On disk: one bit for each event, in the order of WEBHOOK_EVENTS. */
export function bitOf(event: EventType): number {
  return 1 << WEBHOOK_EVENTS.indexOf(event)
}

function toBits(events: readonly EventType[]): number {
  return events.reduce((bits, event) => bits | bitOf(event), 0)
}

function fromBits(bits: number): EventType[] {
  return WEBHOOK_EVENTS.filter((event) => (bits & bitOf(event)) !== 0)
}

function overCap(): DomainError {
  return new DomainError('plan_required', 'The plan has no place for another endpoint.')
}
