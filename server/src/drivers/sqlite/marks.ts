import { changeMarks } from '../../domain/change-marks.ts'
import type { MarkedRow } from '../../domain/mailbox.ts'
import type { MarksChange, MarksOutcome } from '../../domain/mailbox-store.ts'
import type { Database } from './database.ts'
import { getRow } from './mailboxes.ts'

/** All that change in one command share one modseq. What is as it should be already is not touched. */
export function markMessages(db: Database, id: string, uids: readonly number[], change: MarksChange): MarksOutcome {
  return db.transaction(() => {
    const inbox = db.get<{ no: number; revision: number }>('SELECT no, revision FROM inbox WHERE id = ?', id)
    if (!inbox) return { rows: [], modified: [] }
    const found = uids.map((uid) => getRow(db, id, uid)).filter((row) => row !== null)
    const isModified = ({ modSeq }: MarkedRow) => change.unchangedSince !== null && modSeq > change.unchangedSince
    const modSeq = inbox.revision + 1
    const before = found.filter((row) => !isModified(row))
    const rows = before.map((row) => changeMarks(row, change, modSeq))
    const touched = rows.filter((row, i) => row !== before[i])
    for (const { uid, seen, flags } of touched) {
      db.run(
        'UPDATE message SET seen = ?, flags = ?, modseq = ? WHERE inbox_no = ? AND seq = ?',
        seen ? 1 : 0,
        flags.join(' '),
        modSeq,
        inbox.no,
        uid,
      )
    }
    if (touched.length > 0) {
      const unread = (list: readonly MarkedRow[]) => list.filter(({ seen }) => !seen).length
      db.run(
        'UPDATE inbox SET revision = ?1, marks_modseq = ?1, unread_count = unread_count + ?2 WHERE no = ?3',
        modSeq,
        unread(rows) - unread(before),
        inbox.no,
      )
    }
    return { rows, modified: found.filter(isModified).map(({ uid }) => uid) }
  })
}
