import type { ClaimedDelivery, ClaimRules } from '../../domain/webhook-store.ts'
import { DELIVERED } from './announce.ts'
import type { Database, Queries } from './database.ts'
import { byPlace, type DueWebhook, lockWebhooks, TARGET, type Target } from './lock-webhooks.ts'
import { type Lease, leasesOf, ownRoom, setTurns, share } from './turns.ts'

type OpenRow = Omit<ClaimedDelivery, 'event' | 'secrets' | 'url'> & { readonly event: number }
type Row = OpenRow & Target

const ROW = `d.account_id, d.webhook_id, d.seq, d.event, d.data, d.attempts + 1 AS attempt,
  d.attempts - d.attempts_before + 1 AS since_start, d.manual`
const PINGS_AT_ONCE = 20
/** As many statements for a hundred endpoints as for one. */
export function claimDue(db: Database, rules: ClaimRules): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    const pings = await take(tx, rules, await claimPings(tx, rules))
    const webhooks = await lockDue(tx, rules)
    if (webhooks.length === 0) return pings
    const leases = await leasesOf(tx, webhooks, rules.now)
    const rows = await openOf(tx, webhooks, rules, leases)
    const shares = share(webhooks, rows, rules, leases, rules.limit - pings.length)
    const claimed = await take(
      tx,
      rules,
      shares.flatMap(({ taken }) => taken),
    )
    await setTurns(tx, rules, shares)
    return [...pings, ...claimed]
  })
}

function claimPings(tx: Queries, { now, limit }: ClaimRules): Promise<Row[]> {
  return tx.all<Row>(
    `SELECT ${ROW}, ${TARGET} FROM delivery d JOIN webhook w ON w.account_id = d.account_id AND w.id = d.webhook_id AND NOT w.gone
     WHERE d.state = 0 AND d.event = 2 AND d.next_attempt_at <= $1 ORDER BY d.next_attempt_at LIMIT $2
     FOR UPDATE OF d SKIP LOCKED`,
    now,
    Math.min(limit, PINGS_AT_ONCE),
  )
}

/** Those that another sender holds are left to it; where it holds them all, there may be something left after it. */
async function lockDue(tx: Queries, { now, limit }: ClaimRules): Promise<DueWebhook[]> {
  const due = await tx.all<{ accountId: string; id: string }>(
    'SELECT account_id, id FROM webhook WHERE due_at <= $1 ORDER BY due_at, no LIMIT $2',
    now,
    limit,
  )
  if (due.length === 0) return []
  const places = due.toSorted(byPlace)
  const free = await lockWebhooks(tx, places, 'SKIP LOCKED')
  const locked = free.length > 0 ? free : await lockWebhooks(tx, places, '')
  const turn = new Map(due.map(({ id }, i) => [id, i]))
  const stillDue = locked.filter(({ dueAt }) => dueAt !== null && dueAt <= now)
  return stillDue.sort((a, b) => (turn.get(a.id) ?? 0) - (turn.get(b.id) ?? 0))
}

/** Of each endpoint what it has room for. */
async function openOf(
  tx: Queries,
  webhooks: readonly DueWebhook[],
  rules: ClaimRules,
  leases: readonly Lease[],
): Promise<Row[]> {
  const rows = await tx.all<OpenRow>(
    `SELECT d.* FROM unnest($1::text[], $2::text[], $3::bigint[]) AS due (account_id, id, room) CROSS JOIN LATERAL (
       SELECT ${ROW}, d.next_attempt_at FROM delivery d
       WHERE d.account_id = due.account_id AND d.webhook_id = due.id AND d.state = 0 AND d.event < 2
         AND d.next_attempt_at <= $4 ORDER BY d.next_attempt_at, d.seq LIMIT due.room) AS d
     ORDER BY d.next_attempt_at, d.seq`,
    webhooks.map(({ accountId }) => accountId),
    webhooks.map(({ id }) => id),
    webhooks.map((webhook) => ownRoom(webhook, rules, leases)),
    rules.now,
  )
  const targets = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  return rows.map((row) => {
    const { url, current, previous, previousUntil } = targets.get(row.webhookId) as DueWebhook
    return { ...row, url, current, previous, previousUntil }
  })
}

async function take(tx: Queries, { until }: ClaimRules, rows: readonly Row[]): Promise<ClaimedDelivery[]> {
  if (rows.length === 0) return []
  await tx.run(
    `UPDATE delivery d SET leased = true, next_attempt_at = $4
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS taken (account_id, webhook_id, seq)
     WHERE d.account_id = taken.account_id AND d.webhook_id = taken.webhook_id AND d.seq = taken.seq`,
    rows.map(({ accountId }) => accountId),
    rows.map(({ webhookId }) => webhookId),
    rows.map(({ seq }) => seq),
    until,
  )
  return rows.map((row) => ({
    webhookId: row.webhookId,
    accountId: row.accountId,
    seq: row.seq,
    event: DELIVERED[row.event] as ClaimedDelivery['event'],
    data: row.data,
    url: row.url,
    secrets: { current: row.current, previous: row.previous, previousUntil: row.previousUntil },
    attempt: row.attempt,
    sinceStart: row.sinceStart,
    manual: row.manual,
  }))
}

const WEBHOOK_DUE = 'SELECT min(due_at) AS at FROM webhook WHERE due_at IS NOT NULL'
/** Of an endpoint that is deleted none is sent any more, though it lies there until the sweep comes. */
const PING_DUE = `SELECT d.next_attempt_at AS at FROM delivery d
  JOIN webhook w ON w.account_id = d.account_id AND w.id = d.webhook_id AND NOT w.gone
  WHERE d.state = 0 AND d.event = 2 ORDER BY d.next_attempt_at LIMIT 1`

export async function nextDue(db: Queries): Promise<number | null> {
  const moments = await Promise.all([WEBHOOK_DUE, PING_DUE].map((sql) => db.get<{ at: number | null }>(sql)))
  const known = moments.map((row) => row?.at ?? null).filter((at) => at !== null)
  return known.length === 0 ? null : Math.min(...known)
}
