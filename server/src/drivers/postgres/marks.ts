import { changeMarks } from '../../domain/change-marks.ts'
import type { MarkedRow } from '../../domain/mailbox.ts'
import type { MarksChange, MarksOutcome } from '../../domain/mailbox-store.ts'
import type { Database } from './database.ts'
import { lockInbox } from './inboxes.ts'
import { LIVE_OF_LOCKED, placeOf } from './live.ts'
import { rowsOf } from './mailboxes.ts'

/** All that change in one command share one modseq. What is as it should be already is not touched. */
export function markMessages(
  db: Database,
  id: string,
  uids: readonly number[],
  change: MarksChange,
): Promise<MarksOutcome> {
  return db.transaction(async (tx) => {
    const inbox = await lockInbox(tx, id)
    if (!inbox) return { rows: [], modified: [] }
    const found = await rowsOf(tx, inbox, uids)
    const isModified = ({ modSeq }: MarkedRow) => change.unchangedSince !== null && modSeq > change.unchangedSince
    const modSeq = inbox.revision + 1
    const before = found.filter((row) => !isModified(row))
    const rows = before.map((row) => changeMarks(row, change, modSeq))
    const touched = rows.filter((row, i) => row !== before[i])
    if (touched.length > 0) {
      await tx.run(
        `UPDATE message m SET seen = new.seen, flags = new.flags, modseq = $8
         FROM unnest($5::bigint[], $6::boolean[], $7::text[]) AS new (uid, seen, flags)
         WHERE ${LIVE_OF_LOCKED} AND m.seq = new.uid`,
        ...placeOf(inbox),
        touched.map(({ uid }) => uid),
        touched.map(({ seen }) => seen),
        touched.map(({ flags }) => flags.join(' ')),
        modSeq,
      )
      const unread = (list: readonly MarkedRow[]) => list.filter(({ seen }) => !seen).length
      await tx.run(
        'UPDATE inbox SET revision = $2, marks_modseq = $2, unread_count = unread_count + $3 WHERE id = $1',
        id,
        modSeq,
        unread(rows) - unread(before),
      )
    }
    return { rows, modified: found.filter(isModified).map(({ uid }) => uid) }
  })
}
