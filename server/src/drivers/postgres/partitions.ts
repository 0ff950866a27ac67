import type { SweepRules } from '../../domain/ports.ts'
import { bucketOf, endOfBucket } from './buckets.ts'
import type { Database, Queries } from './database.ts'
import { LOCK_NOT_AVAILABLE, NO_PARTITION, sqlState } from './postgres-error.ts'

const PARTED = ['message', 'body', 'reading'] as const
const PARTITION_LOCK = 1_836_679_277

/** A bucket has no part yet. The transaction ends, the part is made, and the work is done anew. */
export class PartMissing extends Error {
  readonly bucket: number

  constructor(bucket: number) {
    super(`The part of bucket ${bucket} is missing.`)
    this.bucket = bucket
  }
}

/** The parts of the tables that are cut by bucket: made ahead, and dropped when their day has passed. */
export class Partitions {
  readonly #db: Database
  readonly #there = new Set<number>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Inside a transaction, before a row is put there. */
  require(bucket: number): void {
    if (!this.#there.has(bucket)) throw new PartMissing(bucket)
  }

  /** A transaction whose parts are made where they are missing. */
  async transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    for (let forgot = false; ; ) {
      try {
        return await this.#db.transaction(work)
      } catch (error) {
        if (error instanceof PartMissing) await this.make(error.bucket)
        else if (sqlState(error) === NO_PARTITION && !forgot) {
          // Another node has dropped what this one knows of.
          this.#there.clear()
          forgot = true
        } else throw error
      }
    }
  }

  /** Attached, not made in place: that would keep out every reader for a moment. */
  async make(bucket: number): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.run('SELECT pg_advisory_xact_lock($1)', PARTITION_LOCK)
      for (const table of PARTED) {
        const part = nameOf(table, bucket)
        const found = await tx.get<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', part)
        if (found?.there) continue
        await tx.run(`CREATE TABLE ${part} (LIKE ${table} INCLUDING ALL)`)
        await tx.run(`ALTER TABLE ${table} ATTACH PARTITION ${part} FOR VALUES IN (${bucket})`)
      }
    })
    this.#there.add(bucket)
  }

  /** Those that tomorrow's mail needs: nobody should have to wait for one. */
  async makeAhead({ now, retentionMs }: SweepRules): Promise<void> {
    const tomorrow = endOfBucket(1)
    for (const keepMs of Object.values(retentionMs)) {
      for (const at of [now, now + tomorrow]) {
        const bucket = bucketOf(at, keepMs)
        if (!this.#there.has(bucket)) await this.make(bucket)
      }
    }
  }

  /** True where a part went. One at a time, so that nobody is kept waiting. */
  async dropPassed(now: number): Promise<boolean> {
    const [oldest] = await this.#db.all<{ bucket: number }>(
      `SELECT substring(child.relname FROM '[0-9]+$')::integer AS bucket
       FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
       WHERE inhparent = 'message'::regclass ORDER BY bucket LIMIT 1`,
    )
    if (!oldest || endOfBucket(oldest.bucket) > now) return false
    this.#there.delete(oldest.bucket)
    return this.#db.transaction((tx) => drop(tx, oldest.bucket)).catch(unlessBusy)
  }
}

/**
 * An inbox is visited before the end of the bucket of anything in it. So where no inbox waits for a visit since then, no
 * message in there can be read, and none can come while the part is locked.
 */
async function drop(tx: Queries, bucket: number): Promise<boolean> {
  await tx.run('SET LOCAL lock_timeout = 200')
  for (const table of PARTED) await tx.run(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  const first = await tx.get<{ at: number | null }>('SELECT min(sweep_at) AS at FROM inbox')
  if (first?.at != null && first.at <= endOfBucket(bucket)) return false
  for (const table of PARTED) await tx.run(`DROP TABLE IF EXISTS ${nameOf(table, bucket)}`)
  return true
}

/** Whoever reads for long, such as a backup, comes first: the next sweep tries again. */
function unlessBusy(error: unknown): false {
  const cause = error instanceof Error ? error.cause : null
  if (sqlState(cause) === LOCK_NOT_AVAILABLE) return false
  throw error
}

function nameOf(table: (typeof PARTED)[number], bucket: number): string {
  return `${table}_until_${bucket}`
}
