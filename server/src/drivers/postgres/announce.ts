import type { EventType } from '../../domain/event.ts'
import type { Queries } from './database.ts'

interface Subscriber {
  readonly accountId: string
  readonly id: string
  readonly events: readonly EventType[]
  readonly inboxFilter: string | null
  readonly paused: boolean
}

/** On disk: never give one another meaning. */
export const DELIVERED = ['message.received', 'inbox.created', 'test.ping'] as const

interface NewDelivery {
  readonly accountId: string
  readonly webhookId: string
  readonly event: number
  readonly at: number
  readonly data: string
}

/** Makes delivery rows for events inside somebody else's transaction: noted one by one, written together. */
export class Announcer {
  readonly #subscribers = new Map<string, Subscriber[]>()
  readonly #deliveries: NewDelivery[] = []

  /** Before the first event of these accounts, which are locked. */
  async listen(tx: Queries, accountIds: readonly string[]): Promise<void> {
    if (accountIds.length === 0) return
    // What the plan has no place for is told nothing.
    const rows = await tx.all<Subscriber>(
      `SELECT account_id, id, events, inbox_filter, paused_reason IS NOT NULL AS paused FROM webhook
       WHERE account_id = ANY($1) AND NOT gone AND paused_reason IS DISTINCT FROM 'plan' ORDER BY account_id, id FOR UPDATE`,
      accountIds,
    )
    for (const row of rows) {
      const others = this.#subscribers.get(row.accountId)
      if (others) others.push(row)
      else this.#subscribers.set(row.accountId, [row])
    }
  }

  /** Answers with how many of these are due now. `data` is asked for only where somebody wants it. */
  announce(accountId: string, event: EventType, inbox: string, at: number, data: () => object): number {
    const wanted = (this.#subscribers.get(accountId) ?? []).filter(
      ({ events, inboxFilter }) => events.includes(event) && (inboxFilter === null || inboxFilter === inbox),
    )
    if (wanted.length === 0) return 0
    const text = JSON.stringify(data())
    const number = DELIVERED.indexOf(event)
    for (const { id } of wanted) this.#deliveries.push({ accountId, webhookId: id, event: number, at, data: text })
    return wanted.filter(({ paused }) => !paused).length
  }

  /** Before the transaction commits. */
  async write(tx: Queries): Promise<void> {
    await insertDeliveries(tx, this.#deliveries)
  }
}

/** Answers with the seq of the last one. The endpoints are locked, or those of a locked account. */
export async function insertDeliveries(tx: Queries, deliveries: readonly NewDelivery[]): Promise<number> {
  if (deliveries.length === 0) return 0
  const columns = [
    deliveries.map(({ accountId }) => accountId),
    deliveries.map(({ webhookId }) => webhookId),
    deliveries.map(({ event }) => event),
    deliveries.map(({ at }) => at),
    deliveries.map(({ data }) => data),
  ]
  const rows = await tx.all<{ seq: number }>(INSERT, ...columns)
  return Math.max(...rows.map(({ seq }) => seq))
}

/**
 * Numbered from the endpoint's own row. Within an endpoint the log never goes back in time, whatever the clock does: so its
 * old end is found at its beginning.
 */
const INSERT = `
  WITH new AS (
    SELECT *, row_number() OVER (PARTITION BY account_id, webhook_id ORDER BY place) AS nth,
      max(at) OVER (PARTITION BY account_id, webhook_id ORDER BY place) AS latest
    FROM unnest($1::text[], $2::text[], $3::smallint[], $4::bigint[], $5::text[])
      WITH ORDINALITY AS new (account_id, webhook_id, event, at, data, place)),
  told AS (
    SELECT account_id, webhook_id, count(*) AS count, max(at) AS last, min(at) AS first,
      min(at) FILTER (WHERE event < 2) AS due FROM new GROUP BY account_id, webhook_id),
  numbered AS (
    UPDATE webhook w SET last_seq = last_seq + told.count, last_at = greatest(last_at, told.last),
      open_count = open_count + told.count,
      due_at = CASE WHEN paused_reason IS NULL THEN least(due_at, told.due) ELSE due_at END,
      sweep_at = coalesce(sweep_at, told.first)
    FROM told WHERE w.account_id = told.account_id AND w.id = told.webhook_id
    RETURNING w.account_id, w.id, w.last_seq - told.count AS before, told.last)
  INSERT INTO delivery (account_id, webhook_id, seq, event, created_at, next_attempt_at, manual, data)
  SELECT new.account_id, new.webhook_id, numbered.before + new.nth, new.event, greatest(new.latest, webhook.last_at),
    new.at, new.event = 2, new.data
  FROM new JOIN numbered ON numbered.account_id = new.account_id AND numbered.id = new.webhook_id
    JOIN webhook ON webhook.account_id = new.account_id AND webhook.id = new.webhook_id
  RETURNING seq`
