import type { PlanName } from '../../domain/plan.ts'
import type { SweepRules, Swept } from '../../domain/ports.ts'
import { dropForgotten } from './bodies.ts'
import { bucketOf, endOfBucket } from './buckets.ts'
import { deleteRows } from './change-messages.ts'
import type { Database, Queries } from './database.ts'
import { dropEvents } from './events.ts'
import { addHeldBytes } from './held-total.ts'
import { detach, dropInboxes, folderIds, type InboxRow, lockInboxes, ROW } from './inboxes.ts'
import type { Keeping } from './keeping.ts'
import { LIVE_OF_LOCKED, placeOf } from './live.ts'
import { type AgedRow, listOldest } from './messages.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

/** Their inboxes are locked together, and mail for them waits meanwhile. */
const INBOXES_A_STEP = 100

/** Visits the inboxes that are due, each by its own plan, until `limit` messages are gone or none is due. */
export async function sweep(db: Database, keeping: Keeping, rules: SweepRules): Promise<Swept> {
  await keeping.partitions.makeAhead(rules)
  const swept = await keeping.partitions.transaction((tx) => sweepInboxes(tx, keeping, rules))
  await dropForgotten(db)
  const moreDeliveries = await db.transaction((tx) => sweepDeliveries(tx, rules))
  const dropped = !swept.more && (await keeping.partitions.dropPassed(rules.now))
  return { ...swept, more: swept.more || moreDeliveries || dropped }
}

/** What the visits of one step have in common. */
interface Step {
  readonly tx: Queries
  readonly keeping: Keeping
  readonly rules: SweepRules
  readonly credits: Credits
}

async function sweepInboxes(tx: Queries, keeping: Keeping, rules: SweepRules): Promise<Swept> {
  const atOnce = Math.min(rules.limit, INBOXES_A_STEP)
  // Whatever somebody has locked is visited by the next step: nobody waits for a sweep, and no sweep for anybody.
  const due = await tx.all<InboxRow>(
    `SELECT ${ROW} FROM inbox WHERE sweep_at <= $1 ORDER BY sweep_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    rules.now,
    atOnce,
  )
  const plans = await plansOf(tx, due)
  const step: Step = { tx, keeping, rules, credits: new Credits() }
  let messages = 0
  let inboxes = 0
  let more = due.length === atOnce
  for (const inbox of due) {
    const plan = inbox.accountId === null ? null : (plans.get(inbox.accountId) ?? null)
    const visit = await visitInbox(step, inbox, plan, rules.limit - messages)
    messages += visit.messages
    inboxes += visit.gone ? 1 : 0
    if (visit.done) continue
    more = true
    break
  }
  await step.credits.carryOut(tx)
  for (const [accountId, plan] of plans) {
    await dropEvents(tx, accountId, rules.now - rules.retentionMs[plan] - 1, rules.limit)
  }
  return { messages, inboxes, more }
}

async function plansOf(tx: Queries, inboxes: readonly InboxRow[]): Promise<Map<string, PlanName>> {
  const ids = [...new Set(inboxes.map(({ accountId }) => accountId).filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const rows = await tx.all<{ id: string; plan: PlanName }>('SELECT id, plan FROM account WHERE id = ANY($1)', ids)
  return new Map(rows.map(({ id, plan }) => [id, plan]))
}

/** What accounts get back, written at the end, so that they are locked after all inboxes and in the order of their ids. */
class Credits {
  readonly #accounts = new Map<string, { bytes: number; inboxes: number }>()
  #held = 0

  add({ accountId, gone }: InboxRow, bytes: number, inboxes: number): void {
    if (accountId === null) {
      if (!gone) this.#held += bytes
      return
    }
    const known = this.#accounts.get(accountId) ?? { bytes: 0, inboxes: 0 }
    this.#accounts.set(accountId, { bytes: known.bytes + bytes, inboxes: known.inboxes + inboxes })
  }

  async carryOut(tx: Queries): Promise<void> {
    const update = 'UPDATE account SET stored_bytes = stored_bytes - $1, inbox_count = inbox_count - $2 WHERE id = $3'
    for (const [id, { bytes, inboxes }] of [...this.#accounts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (bytes > 0 || inboxes > 0) await tx.run(update, bytes, inboxes, id)
    }
    await addHeldBytes(tx, -this.#held)
  }
}

interface Visit {
  readonly messages: number
  readonly gone: boolean
  readonly done: boolean
}

async function visitInbox(step: Step, inbox: InboxRow, plan: PlanName | null, limit: number): Promise<Visit> {
  const { tx, rules, credits } = step
  const keepMs = plan === null ? rules.heldTtlMs : rules.retentionMs[plan]
  const expired = inbox.expiresAt !== null && inbox.expiresAt <= rules.now
  // What is exactly as old as its time stays, as it does when an inbox is claimed.
  const until = expired ? Number.MAX_SAFE_INTEGER : rules.now - keepMs - 1
  const rows = inbox.messageCount === 0 ? [] : await listOldest(tx, inbox, limit + 1)
  const due = rows.slice(0, limit).filter(({ receivedAt }) => receivedAt <= until)
  const oldest = rows[due.length]
  // What goes by its plan falls with its part. The rest would lie there for longer than anybody thinks.
  const left = plan !== null && !expired ? await passOver(tx, inbox, due, oldest) : await erase(tx, inbox, due)
  const activeAt = Math.max(inbox.createdAt, inbox.lastReadAt ?? 0, inbox.lastMessageAt ?? 0)
  // A folder stays for as long as what it stands beside.
  const outlived = inbox.folder === null && activeAt <= until
  const lapsed = oldest === undefined && (inbox.accountId === null || outlived)
  credits.add(inbox, bytesOf(due), lapsed ? 1 : 0)
  if (lapsed) await lapse(tx, inbox)
  if (lapsed || !oldest) {
    if (!lapsed) await setDue(tx, inbox, activeAt + keepMs + 1)
    return { messages: due.length, gone: lapsed, done: true }
  }
  const done = oldest.receivedAt > until && (await keepOn(step, left, oldest.receivedAt, keepMs, limit))
  return { messages: due.length, gone: false, done }
}

/** The rest stays for now. False where there is more to do first. */
async function keepOn(
  { tx, keeping }: Step,
  inbox: InboxRow,
  oldestAt: number,
  keepMs: number,
  limit: number,
): Promise<boolean> {
  const firstBucket = await moveAhead(tx, keeping, inbox, bucketOf(oldestAt, keepMs), limit)
  if (firstBucket === null) return false
  await setDue(tx, inbox, Math.min(oldestAt + keepMs + 1, endOfBucket(firstBucket)))
  return true
}

async function setDue(tx: Queries, { id, expiresAt }: InboxRow, at: number): Promise<void> {
  await tx.run('UPDATE inbox SET sweep_at = $1 WHERE id = $2', Math.min(at, expiresAt ?? at), id)
}

/** Nobody sees them any more. Answers with the inbox as it is then. */
async function passOver(
  tx: Queries,
  inbox: InboxRow,
  due: readonly AgedRow[],
  oldest: AgedRow | undefined,
): Promise<InboxRow> {
  const last = due.at(-1)
  if (!last) return inbox
  await tx.run(
    `UPDATE inbox SET revision = revision + 1, gone_seq = $1, message_count = message_count - $2,
       stored_bytes = stored_bytes - $3, unread_count = unread_count - $4, oldest_at = $5 WHERE id = $6`,
    last.seq,
    due.length,
    bytesOf(due),
    due.filter(({ seen }) => !seen).length,
    oldest?.receivedAt ?? null,
    inbox.id,
  )
  return { ...inbox, goneSeq: last.seq }
}

async function erase(tx: Queries, inbox: InboxRow, due: readonly AgedRow[]): Promise<InboxRow> {
  if (due.length > 0) {
    await deleteRows(
      tx,
      inbox,
      due.map(({ seq }) => seq),
    )
  }
  return inbox
}

async function lapse(tx: Queries, inbox: InboxRow): Promise<void> {
  if (inbox.accountId !== null) {
    const folders = await lockInboxes(tx, await folderIds(tx, inbox.id))
    await detach(tx, inbox.accountId, folders)
    await tx.run('DELETE FROM subscription WHERE account_id = $1 AND parent_id = $2', inbox.accountId, inbox.id)
  }
  await dropInboxes(tx, [inbox])
}

/**
 * Moves what is in an earlier part than the oldest message needs: a longer plan, or a claim, lets it live longer than was
 * thought when it came. Answers with the first bucket of the inbox then; null where there is more to move.
 */
async function moveAhead(
  tx: Queries,
  keeping: Keeping,
  inbox: InboxRow,
  wanted: number,
  limit: number,
): Promise<number | null> {
  if (inbox.firstBucket >= wanted) return inbox.firstBucket
  const early = await tx.all<{ seq: number }>(
    `SELECT seq FROM message WHERE ${LIVE_OF_LOCKED} AND bucket < $5 ORDER BY seq LIMIT $6`,
    ...placeOf(inbox),
    wanted,
    Math.max(1, limit),
  )
  if (early.length > 0) {
    keeping.partitions.require(wanted)
    const seqs = early.map(({ seq }) => seq)
    for (const table of ['message', 'body', 'reading']) {
      const move = `UPDATE ${table} SET bucket = $5 WHERE ${LIVE_OF_LOCKED} AND bucket < $5 AND seq = ANY($6)`
      await tx.run(move, ...placeOf(inbox), wanted, seqs)
    }
    await tx.run('UPDATE inbox SET last_bucket = greatest(last_bucket, $1) WHERE id = $2', wanted, inbox.id)
  }
  if (early.length >= Math.max(1, limit)) return null
  await tx.run('UPDATE inbox SET first_bucket = $1 WHERE id = $2', wanted, inbox.id)
  return wanted
}

function bytesOf(rows: readonly AgedRow[]): number {
  return rows.reduce((sum, { size }) => sum + size, 0)
}
