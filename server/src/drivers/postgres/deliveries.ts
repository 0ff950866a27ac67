import { DomainError } from '../../domain/domain-error.ts'
import type { Attempt, Delivery, DeliveryState } from '../../domain/webhook.ts'
import type { Backlog, DeliveryPage, DeliveryPlace } from '../../domain/webhook-store.ts'
import { DELIVERED, insertDeliveries } from './announce.ts'
import type { Database, Queries } from './database.ts'
import { OWN } from './webhooks.ts'

/** On disk: never give one another meaning. */
export const STATE = { open: 0, delivered: 1, rejected: 2, failed: 3, dropped: 4 } as const
const CLOSED: readonly DeliveryState[] = ['pending', 'delivered', 'rejected', 'failed', 'dropped']
export const PING = DELIVERED.indexOf('test.ping')

interface Row {
  readonly webhookId: string
  readonly seq: number
  readonly event: number
  readonly state: number
  readonly createdAt: number
  readonly nextAttemptAt: number | null
  readonly tried: boolean
  readonly data: string
}

const DELIVERY = `SELECT d.webhook_id, d.seq, d.event, d.state, d.created_at, d.next_attempt_at,
  d.attempts > d.attempts_before AS tried, d.data FROM delivery d`
export const OF_WEBHOOK = 'd.account_id = $1 AND d.webhook_id = $2'

export interface OwnWebhook {
  readonly id: string
  readonly paused: boolean
}

const SELECT_OWN = 'SELECT id, paused_reason IS NOT NULL AS paused FROM webhook'

/** Locked: nobody claims, ends or drops one of its deliveries meanwhile. */
export function lockOwn(tx: Queries, accountId: string, id: string): Promise<OwnWebhook | undefined> {
  return tx.get<OwnWebhook>(`${SELECT_OWN} WHERE ${OWN} FOR UPDATE`, accountId, id)
}

const WHOLE_RESPONSE = 1024 ** 2

export async function getDelivery(
  db: Queries,
  accountId: string,
  webhookId: string,
  seq: number,
): Promise<Delivery | null> {
  const webhook = await db.get<OwnWebhook>(`${SELECT_OWN} WHERE ${OWN}`, accountId, webhookId)
  const rows = webhook
    ? await db.all<Row>(`${DELIVERY} WHERE ${OF_WEBHOOK} AND d.seq = $3`, accountId, webhookId, seq)
    : []
  const [delivery] = await withAttempts(db, accountId, rows, webhook ? [webhook] : [], WHOLE_RESPONSE)
  return delivery ?? null
}

/** Of each endpoint the newest, and of these the newest: no index over all of them is needed. */
export async function listDeliveries(
  db: Queries,
  accountId: string,
  webhookId: string | null,
  { before, limit, responseBytes }: DeliveryPage,
): Promise<Delivery[]> {
  const webhooks =
    webhookId === null
      ? await db.all<OwnWebhook>(`${SELECT_OWN} WHERE account_id = $1 AND NOT gone`, accountId)
      : await db.all<OwnWebhook>(`${SELECT_OWN} WHERE ${OWN}`, accountId, webhookId)
  if (webhooks.length === 0) return []
  const rows = await db.all<Row>(
    `SELECT page.* FROM unnest($2::text[], $3::bigint[]) AS own (id, seq) CROSS JOIN LATERAL (
       ${DELIVERY} WHERE d.account_id = $1 AND d.webhook_id = own.id AND (d.created_at, d.seq) < ($4, own.seq)
       ORDER BY d.created_at DESC, d.seq DESC LIMIT $5) AS page`,
    accountId,
    webhooks.map(({ id }) => id),
    webhooks.map(({ id }) => seqBefore(id, before)),
    before?.createdAt ?? Number.MAX_SAFE_INTEGER,
    limit,
  )
  return withAttempts(db, accountId, rows.sort(newestFirst).slice(0, limit), webhooks, responseBytes)
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

type AttemptRow = Attempt & { readonly webhookId: string; readonly deliverySeq: number }

async function withAttempts(
  db: Queries,
  accountId: string,
  rows: readonly Row[],
  webhooks: readonly OwnWebhook[],
  responseBytes: number,
): Promise<Delivery[]> {
  if (rows.length === 0) return []
  const attempts = await db.all<AttemptRow>(
    `SELECT a.webhook_id, a.delivery_seq, a.number, a.at, a.status, a.duration_ms, a.error, a.error_detail,
       substring(a.response FROM 1 FOR $4) AS response
     FROM unnest($2::text[], $3::bigint[]) AS wanted (webhook_id, seq)
     JOIN attempt a ON a.account_id = $1 AND a.webhook_id = wanted.webhook_id AND a.delivery_seq = wanted.seq
     ORDER BY a.number`,
    accountId,
    rows.map(({ webhookId }) => webhookId),
    rows.map(({ seq }) => seq),
    responseBytes,
  )
  const paused = new Set(webhooks.filter((webhook) => webhook.paused).map(({ id }) => id))
  return rows.map((row) => {
    const own = attempts.filter((one) => one.webhookId === row.webhookId && one.deliverySeq === row.seq)
    return toDelivery(row, paused.has(row.webhookId), own)
  })
}

function toDelivery(row: Row, webhookPaused: boolean, attempts: readonly AttemptRow[]): Delivery {
  const { event, state, tried, ...rest } = row
  const paused = webhookPaused && event !== PING
  const open = state === STATE.open
  return {
    ...rest,
    event: DELIVERED[event] as Delivery['event'],
    state: open ? openState(tried, paused) : (CLOSED[state] as DeliveryState),
    nextAttemptAt: open && !paused ? rest.nextAttemptAt : null,
    attempts: attempts.map(({ webhookId: _, deliverySeq: __, ...attempt }) => attempt),
  }
}

function openState(tried: boolean, paused: boolean): DeliveryState {
  if (paused) return 'held'
  return tried ? 'retrying' : 'pending'
}

export function pingWebhook(
  db: Database,
  accountId: string,
  id: string,
  data: string,
  now: number,
): Promise<number | null> {
  return db.transaction(async (tx) => {
    if (!(await lockOwn(tx, accountId, id))) return null
    const open = `SELECT 1 FROM delivery d WHERE ${OF_WEBHOOK} AND d.state = 0 AND d.event = ${PING}`
    if (await tx.get(open, accountId, id)) {
      throw new DomainError('conflict', 'A test of this endpoint is under way. Wait until it has ended.')
    }
    return insertDeliveries(tx, [{ accountId, webhookId: id, event: PING, at: now, data }])
  })
}

export function dropHeld(db: Database, accountId: string, id: string, until: number, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await lockOwn(tx, accountId, id))?.paused) return 0
    const count = await tx.run(
      `UPDATE delivery d SET state = 4, next_attempt_at = NULL WHERE ${OF_WEBHOOK} AND d.seq IN (
         SELECT d.seq FROM delivery d WHERE ${OF_WEBHOOK} AND d.state = 0 AND d.event < 2 AND NOT d.leased AND d.seq <= $3
         ORDER BY d.next_attempt_at LIMIT $4)`,
      accountId,
      id,
      until,
      limit,
    )
    await tx.run(
      'UPDATE webhook SET open_count = open_count - $3 WHERE account_id = $1 AND id = $2',
      accountId,
      id,
      count,
    )
    return count
  })
}

export async function backlog(db: Queries): Promise<Backlog> {
  return (await db.get<Backlog>(
    `SELECT coalesce(sum(open_count) FILTER (WHERE paused_reason IS NULL), 0)::bigint AS open,
       coalesce(sum(open_count) FILTER (WHERE paused_reason IS NOT NULL), 0)::bigint AS held
     FROM webhook WHERE open_count > 0`,
  )) as Backlog
}
