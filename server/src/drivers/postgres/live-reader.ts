import type { Queries, Value } from './database.ts'

/** The buckets in which an inbox has messages. */
interface Reach {
  readonly reachFirst: number
  readonly reachLast: number
}

const REACH = 'SELECT first_bucket AS reach_first, last_bucket AS reach_last FROM inbox WHERE id = $1'
const REMEMBERED = 20_000

/** For the inner statement of a read: the inbox is $1, and its own values begin at $4. */
export const LIVE = 'inbox_id = $1 AND seq > i.gone_seq AND bucket BETWEEN $2 AND $3'

/**
 * Reads messages of inboxes that nobody has locked. The planner sees the buckets as numbers, and so thinks of their parts
 * alone, of all that there are. They are remembered from the last read; the same statement says whether they still hold, as
 * of the very moment that it reads, and is made anew where they do not.
 */
export class LiveReader {
  readonly #db: Queries
  readonly #reaches = new Map<string, Reach>()

  constructor(db: Queries) {
    this.#db = db
  }

  /** What `inner` finds, in the order of `order`, which names columns of `found`. */
  async all<T extends object>(inboxId: string, inner: string, order: string, ...values: Value[]): Promise<T[]> {
    const sql = `SELECT i.first_bucket AS reach_first, i.last_bucket AS reach_last, found.*
      FROM inbox i LEFT JOIN LATERAL (SELECT true AS is_there, inner_rows.* FROM (${inner}) AS inner_rows) AS found ON true
      WHERE i.id = $1 ORDER BY ${order}`
    for (let reach = await this.#recall(inboxId); reach; ) {
      const { reachFirst, reachLast } = reach
      const rows = await this.#db.all<T & Reach & { isThere: true | null }>(
        sql,
        inboxId,
        reachFirst,
        reachLast,
        ...values,
      )
      const now = rows[0]
      if (!now) break
      if (now.reachFirst >= reachFirst && now.reachLast <= reachLast) return rows.filter(({ isThere }) => isThere)
      reach = this.#remember(inboxId, now)
    }
    this.#reaches.delete(inboxId)
    return []
  }

  async #recall(inboxId: string): Promise<Reach | null> {
    const known = this.#reaches.get(inboxId)
    if (known) return known
    const found = await this.#db.get<Reach>(REACH, inboxId)
    return found ? this.#remember(inboxId, found) : null
  }

  #remember(inboxId: string, { reachFirst, reachLast }: Reach): Reach {
    if (this.#reaches.size >= REMEMBERED) this.#reaches.clear()
    const reach = { reachFirst, reachLast }
    this.#reaches.set(inboxId, reach)
    return reach
  }
}
