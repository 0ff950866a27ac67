import type { ClaimRules } from '../../domain/webhook-store.ts'
import type { Queries } from './database.ts'
import type { DueWebhook } from './lock-webhooks.ts'

/** An account that has all it may have under way is looked at again soon: no single event says when it has room. */
const ACCOUNT_FULL_MS = 250

export interface Lease {
  readonly accountId: string
  readonly webhookId: string
  /** Pings do not take the place of the rest at their endpoint, but do in their account. */
  readonly count: number
  readonly all: number
}

export function leasesOf(tx: Queries, webhooks: readonly DueWebhook[], now: number): Promise<Lease[]> {
  return tx.all<Lease>(
    `SELECT account_id, webhook_id, count(*) FILTER (WHERE event < 2) AS count, count(*) AS "all"
     FROM delivery WHERE account_id = ANY($1) AND leased AND next_attempt_at > $2 GROUP BY account_id, webhook_id`,
    [...new Set(webhooks.map(({ accountId }) => accountId))],
    now,
  )
}

export function ownRoom({ id, failing }: DueWebhook, rules: ClaimRules, leases: readonly Lease[]): number {
  const taken = leases.find(({ webhookId }) => webhookId === id)?.count ?? 0
  return Math.max(0, (failing ? rules.perFailingEndpoint : rules.perEndpoint) - taken)
}

export interface Share<Row> {
  readonly webhook: DueWebhook
  readonly taken: readonly Row[]
  /** What is left of its own room. */
  readonly own: number
  /** What its account had left for it. */
  readonly room: number
}

/** In turn, none beyond its account's share; those that are left without a turn keep their place. */
export function share<Row extends { readonly webhookId: string }>(
  webhooks: readonly DueWebhook[],
  rows: readonly Row[],
  rules: ClaimRules,
  leases: readonly Lease[],
  limit: number,
): Share<Row>[] {
  const rooms = new Map<string, number>()
  const shares: Share<Row>[] = []
  let left = limit
  for (const webhook of webhooks) {
    if (left <= 0) break
    const { accountId, id } = webhook
    const accountRoom = rooms.get(accountId) ?? rules.perAccount - underWay(accountId, leases)
    const room = Math.min(left, accountRoom)
    const own = ownRoom(webhook, rules, leases)
    const taken = rows.filter(({ webhookId }) => webhookId === id).slice(0, Math.max(0, Math.min(own, room)))
    rooms.set(accountId, accountRoom - taken.length)
    left -= taken.length
    shares.push({ webhook, taken, own: own - taken.length, room })
  }
  return shares
}

function underWay(accountId: string, leases: readonly Lease[]): number {
  return leases.filter((lease) => lease.accountId === accountId).reduce((sum, lease) => sum + lease.all, 0)
}

/** When each is looked at again. Never before now, so that it stands behind those whose turn has not come. */
export async function setTurns(tx: Queries, { now }: ClaimRules, shares: readonly Share<unknown>[]): Promise<void> {
  const firsts = await firstsOf(
    tx,
    shares.map(({ webhook }) => webhook),
    now,
  )
  const turns = shares.map(({ webhook, own, room }) => {
    const { at, leaseEnd } = firsts.get(webhook.id) as Firsts
    if (own <= 0) return leaseEnd
    if (room <= 0) return now + ACCOUNT_FULL_MS
    return at === null ? null : Math.max(now, at)
  })
  await tx.run(
    `UPDATE webhook w SET due_at = turn.at FROM unnest($1::text[], $2::text[], $3::bigint[]) AS turn (account_id, id, at)
     WHERE w.account_id = turn.account_id AND w.id = turn.id`,
    shares.map(({ webhook }) => webhook.accountId),
    shares.map(({ webhook }) => webhook.id),
    turns,
  )
}

interface Firsts {
  readonly id: string
  /** Of all that is open, claimed or not. */
  readonly at: number | null
  /** Of all that is claimed. */
  readonly leaseEnd: number | null
}

export async function firstsOf(
  tx: Queries,
  webhooks: readonly { readonly accountId: string; readonly id: string }[],
  now: number,
): Promise<Map<string, Firsts>> {
  const rows = await tx.all<Firsts>(
    `SELECT w.id,
       (SELECT min(next_attempt_at) FROM delivery d
        WHERE d.account_id = w.account_id AND d.webhook_id = w.id AND d.state = 0 AND d.event < 2) AS at,
       (SELECT min(next_attempt_at) FROM delivery d
        WHERE d.account_id = w.account_id AND d.webhook_id = w.id AND d.leased AND d.event < 2 AND d.next_attempt_at > $3) AS lease_end
     FROM unnest($1::text[], $2::text[]) AS w (account_id, id)`,
    webhooks.map(({ accountId }) => accountId),
    webhooks.map(({ id }) => id),
    now,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
