import type { EventType } from '../../domain/event.ts'
import type { Database } from './database.ts'
import { bitOf } from './webhooks.ts'

interface Subscriber {
  readonly no: number
  readonly events: number
  readonly inboxFilter: string | null
  readonly paused: number
}

/** On disk: never give one another meaning. */
export const DELIVERED = ['message.received', 'inbox.created', 'test.ping'] as const

/** Makes delivery rows for events inside somebody else's transaction. Endpoints are read once for each account. */
export class Announcer {
  readonly #db: Database
  readonly #subscribers = new Map<number, Subscriber[]>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Answers with how many of these are due now. `data` is asked for only where somebody wants it. */
  announce(accountNo: number, event: EventType, inbox: string, at: number, data: () => object): number {
    const wanted = this.#of(accountNo).filter(
      ({ events, inboxFilter }) => (events & bitOf(event)) !== 0 && (inboxFilter === null || inboxFilter === inbox),
    )
    if (wanted.length === 0) return 0
    const text = JSON.stringify(data())
    for (const { no } of wanted) insertDelivery(this.#db, no, DELIVERED.indexOf(event), at, text)
    return wanted.filter(({ paused }) => paused === 0).length
  }

  #of(accountNo: number): Subscriber[] {
    let found = this.#subscribers.get(accountNo)
    if (!found) {
      // What the plan has no place for is told nothing.
      found = this.#db.all<Subscriber>(
        `SELECT no, events, inbox_filter AS inboxFilter, paused_reason IS NOT NULL AS paused
         FROM webhook WHERE account_no = ? AND paused_reason IS NOT 'plan' ORDER BY no`,
        accountNo,
      )
      this.#subscribers.set(accountNo, found)
    }
    return found
  }
}

/** Within an endpoint the log never goes back in time, whatever the clock does: so its old end is found at its beginning. */
const NUMBERED = `UPDATE webhook SET last_seq = last_seq + 1, last_at = max(last_at, ?2), open_count = open_count + 1,
    due_at = CASE WHEN paused_reason IS NULL AND ?1 < 2 THEN min(coalesce(due_at, ?2), ?2) ELSE due_at END,
    sweep_at = coalesce(sweep_at, ?2)
  WHERE no = ?3 RETURNING last_seq AS seq, last_at AS createdAt`

export function insertDelivery(db: Database, webhookNo: number, event: number, at: number, data: string): number {
  const { seq, createdAt } = db.get(NUMBERED, event, at, webhookNo) as { seq: number; createdAt: number }
  db.run(
    `INSERT INTO delivery (webhook_no, seq, event, created_at, next_attempt_at, manual, data)
     VALUES (?1, ?2, ?3, ?4, ?5, ?3 = 2, ?6)`,
    webhookNo,
    seq,
    event,
    createdAt,
    at,
    data,
  )
  return seq
}
