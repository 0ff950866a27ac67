import type { MessageRow, Rendition } from '../domain/message.ts'
import type { Finder } from './find-messages.ts'
import { withBodies } from './newest-messages.ts'

/** Of the newest messages: so far is an older code compared with newer mail. */
const NEWER_LOOKED_AT = 100
/** Most of those who have sent a code before have sent nothing since, or another code. */
const WANTED = 10

/**
 * Of these messages, the seqs of those whose sender has sent a newer code since. What is shown is known already: asked for
 * is only what is newer, once for all of them.
 */
export async function findSuperseded(
  { store, renditions }: Finder,
  inboxId: string,
  shown: readonly (readonly [MessageRow, Rendition])[],
): Promise<ReadonlySet<number>> {
  const withCodes = shown.filter(([, { codes }]) => codes.length > 0).map(([row]) => row)
  if (withCodes.length === 0) return new Set()
  const newestCode = new Map<string, number>()
  for (const { from, seq } of withCodes) newestCode.set(from, Math.max(seq, newestCode.get(from) ?? 0))
  const newer = await store.messages(inboxId, { after: Math.min(...newestCode.values()), limit: NEWER_LOOKED_AT })
  const known = new Set(shown.map(([row]) => row.seq))
  // By and by: whose newest code is found need not be asked for again.
  const unknown = newer
    .values()
    .filter(({ from, seq }) => !known.has(seq) && seq > (newestCode.get(from) ?? Number.POSITIVE_INFINITY))
  for await (const [row, { codes }] of withBodies(unknown, WANTED, (seqs) => renditions.whole(inboxId, seqs))) {
    if (codes.length > 0) newestCode.set(row.from, Math.max(row.seq, newestCode.get(row.from) ?? 0))
  }
  return new Set(withCodes.filter(({ from, seq }) => seq < (newestCode.get(from) ?? 0)).map(({ seq }) => seq))
}
