import type { ClaimedDelivery, ClaimRules } from '../../domain/webhook-store.ts'
import { DELIVERED } from './announce.ts'
import type { Database } from './database.ts'

interface DueWebhook {
  readonly no: number
  readonly accountNo: number
  readonly failing: number
}

type Row = Omit<ClaimedDelivery, 'event' | 'secrets' | 'manual'> & {
  readonly webhookNo: number
  readonly event: number
  readonly manual: number
  readonly current: string
  readonly previous: string | null
  readonly previousUntil: number | null
}

const ROW = `SELECT d.webhook_no AS webhookNo, w.id AS webhookId, a.id AS accountId, d.seq, d.event, d.data, w.url,
    w.secret AS current, w.previous_secret AS previous, w.previous_until AS previousUntil, d.attempts + 1 AS attempt,
    d.attempts - d.attempts_before + 1 AS sinceStart, d.manual
  FROM delivery d JOIN webhook w ON w.no = d.webhook_no JOIN account a ON a.no = w.account_no`

const PINGS_AT_ONCE = 20
/** An account that has all it may have under way is looked at again soon: no single event says when it has room. */
const ACCOUNT_FULL_MS = 250

/*
 * An index is named where the planner would walk along an endpoint's whole log instead: it does not know that few of its
 * deliveries are open, and fewer still claimed.
 */
export function claimDue(db: Database, rules: ClaimRules): ClaimedDelivery[] {
  return db.transaction(() => {
    const claimed = take(db, rules, pings(db, rules))
    const due = db.all<DueWebhook>(
      `SELECT no, account_no AS accountNo, consecutive_failures > 0 AS failing FROM webhook
       WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at LIMIT ?`,
      rules.now,
      rules.limit,
    )
    const rooms = new Map<number, number>()
    for (const webhook of due) {
      const left = rules.limit - claimed.length
      if (left <= 0) break
      const accountRoom = rooms.get(webhook.accountNo) ?? roomOfAccount(db, webhook.accountNo, rules)
      const taken = claimFrom(db, webhook, rules, Math.min(left, accountRoom))
      rooms.set(webhook.accountNo, accountRoom - taken.length)
      claimed.push(...taken)
    }
    return claimed
  })
}

function pings(db: Database, { now, limit }: ClaimRules): Row[] {
  return db.all<Row>(
    `${ROW} WHERE d.state = 0 AND d.event = 2 AND d.next_attempt_at <= ? ORDER BY d.next_attempt_at LIMIT ?`,
    now,
    Math.min(limit, PINGS_AT_ONCE),
  )
}

function claimFrom(db: Database, webhook: DueWebhook, rules: ClaimRules, room: number): ClaimedDelivery[] {
  const leases = leasesOf(db, webhook.no, rules.now)
  const own = (webhook.failing ? rules.perFailingEndpoint : rules.perEndpoint) - leases.count
  const rows = db.all<Row>(
    `${ROW} WHERE d.webhook_no = ? AND d.state = 0 AND d.event < 2 AND d.next_attempt_at <= ?
     ORDER BY d.next_attempt_at LIMIT ?`,
    webhook.no,
    rules.now,
    Math.max(0, Math.min(own, room)),
  )
  const taken = take(db, rules, rows)
  db.run(
    'UPDATE webhook SET due_at = ? WHERE no = ?',
    nextTurn(db, webhook.no, rules, own - rows.length, room),
    webhook.no,
  )
  return taken
}

/** When the endpoint is looked at again. Never before now, so that it stands behind those whose turn has not come. */
function nextTurn(db: Database, webhookNo: number, { now }: ClaimRules, ownRoom: number, room: number): number | null {
  if (ownRoom <= 0) return leasesOf(db, webhookNo, now).firstEnd
  if (room <= 0) return now + ACCOUNT_FULL_MS
  const first = firstOpen(db, webhookNo)
  return first === null ? null : Math.max(now, first)
}

export function firstOpen(db: Database, webhookNo: number): number | null {
  const select = `SELECT min(next_attempt_at) AS at FROM delivery WHERE webhook_no = ? AND state = 0 AND event < 2`
  return db.get<{ at: number | null }>(select, webhookNo)?.at ?? null
}

interface Leases {
  readonly count: number
  readonly firstEnd: number | null
}

function leasesOf(db: Database, webhookNo: number, now: number): Leases {
  return db.get<Leases>(
    `SELECT count(*) AS count, min(next_attempt_at) AS firstEnd FROM delivery INDEXED BY delivery_leased
     WHERE webhook_no = ? AND leased = 1 AND event < 2 AND next_attempt_at > ?`,
    webhookNo,
    now,
  ) as Leases
}

function roomOfAccount(db: Database, accountNo: number, { now, perAccount }: ClaimRules): number {
  const { count } = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM webhook w CROSS JOIN delivery d INDEXED BY delivery_leased ON d.webhook_no = w.no AND d.leased = 1
     WHERE w.account_no = ? AND d.next_attempt_at > ?`,
    accountNo,
    now,
  ) as { count: number }
  return perAccount - count
}

function take(db: Database, { until }: ClaimRules, rows: readonly Row[]): ClaimedDelivery[] {
  return rows.map(({ webhookNo, event, manual, current, previous, previousUntil, ...row }) => {
    db.run(
      'UPDATE delivery SET leased = 1, next_attempt_at = ? WHERE webhook_no = ? AND seq = ?',
      until,
      webhookNo,
      row.seq,
    )
    return {
      ...row,
      event: DELIVERED[event] as ClaimedDelivery['event'],
      manual: manual === 1,
      secrets: { current, previous, previousUntil },
    }
  })
}

const WEBHOOK_DUE = `SELECT min(due_at) AS at FROM webhook WHERE due_at IS NOT NULL`
const PING_DUE = `SELECT min(next_attempt_at) AS at FROM delivery WHERE state = 0 AND event = 2`

export function nextDue(db: Database): number | null {
  const moments = [WEBHOOK_DUE, PING_DUE].map((sql) => db.get<{ at: number | null }>(sql)?.at ?? null)
  const known = moments.filter((at) => at !== null)
  return known.length === 0 ? null : Math.min(...known)
}
