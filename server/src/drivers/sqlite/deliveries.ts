import { DomainError } from '../../domain/domain-error.ts'
import type { Attempt, Delivery, DeliveryState } from '../../domain/webhook.ts'
import type { Backlog, DeliveryPage, DeliveryPlace, WebhookStore } from '../../domain/webhook-store.ts'
import { DELIVERED, insertDelivery } from './announce.ts'
import type { Database } from './database.ts'

/** On disk: never give one another meaning. */
export const STATE = { open: 0, delivered: 1, rejected: 2, failed: 3, dropped: 4 } as const
const CLOSED: readonly DeliveryState[] = ['pending', 'delivered', 'rejected', 'failed', 'dropped']
const PING = DELIVERED.indexOf('test.ping')

interface Row {
  readonly webhookNo: number
  readonly webhookId: string
  readonly seq: number
  readonly event: number
  readonly state: number
  readonly createdAt: number
  readonly nextAttemptAt: number | null
  readonly tried: number
  readonly paused: number
  readonly data: string
}

const DELIVERY = `SELECT d.webhook_no AS webhookNo, w.id AS webhookId, d.seq, d.event, d.state, d.created_at AS createdAt,
    d.next_attempt_at AS nextAttemptAt, d.attempts > d.attempts_before AS tried,
    w.paused_reason IS NOT NULL AND d.event <> 2 AS paused, d.data
  FROM delivery d JOIN webhook w ON w.no = d.webhook_no`

interface OwnWebhook {
  readonly no: number
  readonly id: string
  readonly paused: number
}

const OWN = `SELECT w.no, w.id, w.paused_reason IS NOT NULL AS paused FROM webhook w JOIN account a ON a.no = w.account_no`

function ownWebhook(db: Database, accountId: string, id: string): OwnWebhook | undefined {
  return db.get<OwnWebhook>(`${OWN} WHERE w.id = ? AND a.id = ?`, id, accountId)
}

const WHOLE_RESPONSE = -1

export function getDelivery(db: Database, accountId: string, webhookId: string, seq: number): Delivery | null {
  const webhook = ownWebhook(db, accountId, webhookId)
  const row = webhook && db.get<Row>(`${DELIVERY} WHERE d.webhook_no = ? AND d.seq = ?`, webhook.no, seq)
  return row ? toDelivery(db, row, WHOLE_RESPONSE) : null
}

/** Of each endpoint the newest, and of these the newest: no index over all of them is needed. */
export function listDeliveries(
  db: Database,
  accountId: string,
  webhookId: string | null,
  { before, limit, responseBytes }: DeliveryPage,
): Delivery[] {
  const which = webhookId === null ? '' : 'AND w.id = ?'
  const webhooks = db.all<OwnWebhook>(`${OWN} WHERE a.id = ? ${which}`, accountId, ...(webhookId ? [webhookId] : []))
  const rows = webhooks.flatMap(({ no, id }) =>
    db.all<Row>(
      `${DELIVERY} WHERE d.webhook_no = ? AND (d.created_at, d.seq) < (?, ?)
       ORDER BY d.created_at DESC, d.seq DESC LIMIT ?`,
      no,
      before?.createdAt ?? Number.MAX_SAFE_INTEGER,
      seqBefore(id, before),
      limit,
    ),
  )
  return rows
    .sort(newestFirst)
    .slice(0, limit)
    .map((row) => toDelivery(db, row, responseBytes))
}

/** Deliveries of one moment stand in the order of their endpoints' ids. */
function seqBefore(webhookId: string, before: DeliveryPlace | null): number {
  if (before?.webhookId === webhookId) return before.seq
  return before !== null && webhookId < before.webhookId ? 0 : Number.MAX_SAFE_INTEGER
}

function newestFirst(a: DeliveryPlace, b: DeliveryPlace): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt
  if (a.webhookId !== b.webhookId) return a.webhookId < b.webhookId ? -1 : 1
  return b.seq - a.seq
}

function toDelivery(db: Database, row: Row, responseBytes: number): Delivery {
  const { webhookNo, event, state, tried, paused, ...rest } = row
  const attempts = db.all<Attempt>(
    `SELECT number, at, status, duration_ms AS durationMs, error, error_detail AS errorDetail,
       CASE WHEN ?1 < 0 THEN response ELSE substr(response, 1, ?1) END AS response
     FROM attempt WHERE webhook_no = ?2 AND delivery_seq = ?3 ORDER BY number`,
    responseBytes,
    webhookNo,
    row.seq,
  )
  const open = state === STATE.open
  return {
    ...rest,
    event: DELIVERED[event] as Delivery['event'],
    state: open ? openState(tried, paused) : (CLOSED[state] as DeliveryState),
    nextAttemptAt: open && !paused ? rest.nextAttemptAt : null,
    attempts,
  }
}

function openState(tried: number, paused: number): DeliveryState {
  if (paused) return 'held'
  return tried ? 'retrying' : 'pending'
}

export function pingWebhook(db: Database, accountId: string, id: string, data: string, now: number): number | null {
  return db.transaction(() => {
    const webhook = ownWebhook(db, accountId, id)
    if (!webhook) return null
    if (
      db.get(
        'SELECT 1 FROM delivery INDEXED BY delivery_ping WHERE state = 0 AND event = 2 AND webhook_no = ?',
        webhook.no,
      )
    ) {
      throw new DomainError('conflict', 'A test of this endpoint is under way. Wait until it has ended.')
    }
    return insertDelivery(db, webhook.no, PING, now, data)
  })
}

export function redeliver(db: Database, accountId: string, webhookId: string, seq: number, now: number): boolean {
  return db.transaction(() => {
    const webhook = requireActive(ownWebhook(db, accountId, webhookId))
    const row =
      webhook && db.get<Again>(`SELECT ${AGAIN} FROM delivery WHERE webhook_no = ? AND seq = ?`, webhook.no, seq)
    if (!row) return false
    if (row.leased) throw new DomainError('conflict', 'This delivery is being sent right now.')
    sendAgain(db, webhook.no, row, now)
    return true
  })
}

export function redeliverAll(
  db: Database,
  accountId: string,
  webhookId: string,
  wish: Parameters<WebhookStore['redeliverAll']>[2],
): { count: number; next: number | null } {
  return db.transaction(() => {
    const webhook = requireActive(ownWebhook(db, accountId, webhookId))
    if (!webhook) return { count: 0, next: null }
    const looked = db.all<Again>(
      `SELECT ${AGAIN} FROM delivery WHERE webhook_no = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
      webhook.no,
      wish.before,
      wish.limit,
    )
    // The log never goes back in time, so what follows the first that is too old is older still.
    const rows = looked.filter(({ createdAt }) => createdAt >= wish.since)
    const states: readonly number[] = wish.states.map((state) => STATE[state])
    const chosen = rows.filter(({ state, event }) => states.includes(state) && event !== PING)
    for (const row of chosen) sendAgain(db, webhook.no, row, wish.now)
    return { count: chosen.length, next: rows.length < wish.limit ? null : (rows.at(-1)?.seq ?? null) }
  })
}

interface Again {
  readonly seq: number
  readonly state: number
  readonly event: number
  readonly leased: number
  readonly createdAt: number
}

const AGAIN = 'seq, state, event, leased, created_at AS createdAt'

/** The schedule begins anew; the count of attempts goes on. */
function sendAgain(db: Database, webhookNo: number, { seq, state }: Again, now: number): void {
  db.run(
    `UPDATE delivery SET state = 0, next_attempt_at = ?, attempts_before = attempts, manual = 1
     WHERE webhook_no = ? AND seq = ?`,
    now,
    webhookNo,
    seq,
  )
  db.run(
    'UPDATE webhook SET due_at = min(coalesce(due_at, ?1), ?1), open_count = open_count + ?2 WHERE no = ?3',
    now,
    state === STATE.open ? 0 : 1,
    webhookNo,
  )
}

function requireActive(webhook: OwnWebhook | undefined): OwnWebhook | undefined {
  if (webhook?.paused) throw new DomainError('conflict', 'This endpoint is paused, and gets nothing. Resume it first.')
  return webhook
}

export function dropHeld(db: Database, accountId: string, id: string, until: number, limit: number): number {
  return db.transaction(() => {
    const webhook = ownWebhook(db, accountId, id)
    if (!webhook?.paused) return 0
    const count = db.run(
      `UPDATE delivery SET state = 4, next_attempt_at = NULL WHERE webhook_no = ?1 AND seq IN (
         SELECT seq FROM delivery INDEXED BY delivery_due
         WHERE webhook_no = ?1 AND state = 0 AND event < 2 AND leased = 0 AND seq <= ?2
         ORDER BY next_attempt_at LIMIT ?3)`,
      webhook.no,
      until,
      limit,
    )
    db.run('UPDATE webhook SET open_count = open_count - ? WHERE no = ?', count, webhook.no)
    return count
  })
}

export function backlog(db: Database): Backlog {
  return db.get<Backlog>(
    `SELECT coalesce(sum(open_count) FILTER (WHERE paused_reason IS NULL), 0) AS open,
       coalesce(sum(open_count) FILTER (WHERE paused_reason IS NOT NULL), 0) AS held
     FROM webhook WHERE open_count > 0`,
  ) as Backlog
}
