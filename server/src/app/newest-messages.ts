import type { MessageRow, MessageText } from '../domain/message.ts'
import type { Store } from '../domain/ports.ts'

/** By seq, both ends left out. */
export interface SeqRange {
  readonly before?: number | undefined
  readonly after?: number | undefined
}

const ROWS_AT_ONCE = 100
const BODIES_AT_ONCE = 10
/** Of sources: what is read of a mail is seldom larger. */
const BYTES_AT_ONCE = 8 * 1024 * 1024
/** A page of large mails ends early rather than fill the memory; the rest is on the next page. */
const MAX_PAGE_CHARS = 8 * 1024 * 1024

/** The rows of an inbox from the newest on. */
export async function* newestRows(
  store: Store,
  inboxId: string,
  { before, after }: SeqRange,
): AsyncGenerator<MessageRow> {
  let oldest = before
  for (;;) {
    const rows = await store.messages(inboxId, {
      ...(oldest !== undefined && { before: oldest }),
      ...(after !== undefined && { after }),
      limit: ROWS_AT_ONCE,
    })
    yield* rows
    if (rows.length < ROWS_AT_ONCE) return
    oldest = rows.at(-1)?.seq
  }
}

/**
 * Each message with its body, in the order of the rows. Bodies are asked for in batches that begin with as many as are
 * wanted and grow: who wants one has not paid for ten, and who must look through many asks seldom.
 */
export async function* withBodies<T>(
  rows: AsyncIterable<MessageRow> | Iterable<MessageRow>,
  wanted: number,
  read: (seqs: readonly number[]) => Promise<readonly (T | null)[]>,
): AsyncGenerator<[MessageRow, T]> {
  let size = Math.min(wanted, BODIES_AT_ONCE)
  let batch: MessageRow[] = []
  let bytes = 0
  for await (const row of rows) {
    batch.push(row)
    bytes += row.sizeBytes
    if (batch.length < size && bytes < BYTES_AT_ONCE) continue
    yield* readBatch(batch, read)
    size = Math.min(2 * size, BODIES_AT_ONCE)
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield* readBatch(batch, read)
}

async function* readBatch<T>(
  rows: readonly MessageRow[],
  read: (seqs: readonly number[]) => Promise<readonly (T | null)[]>,
): AsyncGenerator<[MessageRow, T]> {
  const bodies = await read(rows.map((row) => row.seq))
  for (const [i, row] of rows.entries()) {
    const body = bodies[i]
    if (body) yield [row, body]
  }
}

export interface Page<T> {
  readonly taken: readonly [MessageRow, T][]
  /** The seq to continue before, where there is more. */
  readonly next: number | null
}

/** The first `limit` that match. */
export async function takePage<T extends MessageText>(
  messages: AsyncIterable<[MessageRow, T]>,
  limit: number,
  matches: (row: MessageRow, body: T) => boolean,
): Promise<Page<T>> {
  const taken: [MessageRow, T][] = []
  let chars = 0
  for await (const [row, body] of messages) {
    if (!matches(row, body)) continue
    const size = body.text.length + body.html.length
    const last = taken.at(-1)
    if (last && (taken.length === limit || chars + size > MAX_PAGE_CHARS)) return { taken, next: last[0].seq }
    chars += size
    taken.push([row, body])
  }
  return { taken, next: null }
}
