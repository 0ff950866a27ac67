import type { Arrival } from '../../domain/ports.ts'
import { endOfBucket } from './buckets.ts'
import type { Queries } from './database.ts'
import type { InboxRow } from './inboxes.ts'

/** A locked inbox while mail is put into it. */
export class InboxState {
  #row: InboxRow
  #count = 0
  #unread = 0
  #bytes = 0
  #firstAt = 0

  constructor(row: InboxRow) {
    this.#row = row
  }

  /** As it will be. */
  get row(): InboxRow {
    return this.#row
  }

  get id(): string {
    return this.#row.id
  }

  get address(): string {
    return this.#row.address
  }

  get accountId(): string | null {
    return this.#row.accountId
  }

  get folder(): string | null {
    return this.#row.folder
  }

  get isTouched(): boolean {
    return this.#count > 0
  }

  /** Of the mail that came. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The place of one more. Within an inbox buckets never go down, whatever the plan does: so what must be moved when it has to
   * live longer is always the old end.
   */
  take(
    { receivedAt: at, sizeBytes, filed }: Arrival,
    wanted: (at: number) => number,
  ): { seq: number; modSeq: number; receivedAt: number; bucket: number } {
    const row = this.#row
    const receivedAt = Math.max(at, row.lastMessageAt ?? 0)
    const isEmpty = row.messageCount === 0
    const bucket = isEmpty ? wanted(receivedAt) : Math.max(wanted(receivedAt), row.lastBucket)
    if (this.#count === 0) this.#firstAt = receivedAt
    this.#count++
    this.#unread += filed?.seen ? 0 : 1
    this.#bytes += sizeBytes
    this.#row = {
      ...row,
      lastSeq: row.lastSeq + 1,
      revision: row.revision + 1,
      lastMessageAt: receivedAt,
      messageCount: row.messageCount + 1,
      firstBucket: isEmpty ? bucket : row.firstBucket,
      lastBucket: bucket,
    }
    return { seq: row.lastSeq + 1, modSeq: row.revision + 1, receivedAt, bucket }
  }

  /** What `saveInboxes` writes. */
  get gains(): { readonly count: number; readonly unread: number; readonly bytes: number; readonly firstAt: number } {
    return { count: this.#count, unread: this.#unread, bytes: this.#bytes, firstAt: this.#firstAt }
  }
}

export function stateOf(row: InboxRow): InboxState {
  return new InboxState(row)
}

/** An inbox is swept before the bucket of anything in it ends: that is what allows its part to be dropped. */
export async function saveInboxes(tx: Queries, states: readonly InboxState[]): Promise<void> {
  const touched = states.filter(({ isTouched }) => isTouched)
  if (touched.length === 0) return
  const rows = touched.map(({ row }) => row)
  const gains = touched.map((state) => state.gains)
  await tx.run(
    `UPDATE inbox i SET last_seq = new.last_seq, revision = new.revision, last_message_at = new.last_message_at,
       first_bucket = new.first_bucket, last_bucket = new.last_bucket, sweep_at = least(i.sweep_at, new.sweep_at),
       message_count = i.message_count + new.count, unread_count = i.unread_count + new.unread,
       stored_bytes = i.stored_bytes + new.bytes, oldest_at = coalesce(i.oldest_at, new.first_at)
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::integer[], $7::bigint[],
         $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
       AS new (id, last_seq, revision, last_message_at, first_bucket, last_bucket, sweep_at, count, unread, bytes, first_at)
     WHERE i.id = new.id`,
    rows.map(({ id }) => id),
    rows.map(({ lastSeq }) => lastSeq),
    rows.map(({ revision }) => revision),
    rows.map(({ lastMessageAt }) => lastMessageAt),
    rows.map(({ firstBucket }) => firstBucket),
    rows.map(({ lastBucket }) => lastBucket),
    rows.map(({ firstBucket }) => endOfBucket(firstBucket)),
    gains.map(({ count }) => count),
    gains.map(({ unread }) => unread),
    gains.map(({ bytes }) => bytes),
    gains.map(({ firstAt }) => firstAt),
  )
}
