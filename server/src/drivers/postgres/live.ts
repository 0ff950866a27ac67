import type { InboxRow } from './inboxes.ts'

/** Which rows of a table that is cut by bucket are messages of a locked inbox, told by `placeOf` as $1 to $4. */
export const LIVE_OF_LOCKED = 'inbox_id = $1 AND seq > $2 AND bucket BETWEEN $3 AND $4'

export function placeOf({ id, goneSeq, firstBucket, lastBucket }: InboxRow): [string, number, number, number] {
  return [id, goneSeq, firstBucket, lastBucket]
}
