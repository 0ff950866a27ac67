import type { Copied } from '../backend.ts'
import { type Command, SELECTED } from '../command.ts'
import { takeMailbox } from '../mailbox-name.ts'
import { expungeIssued, findMessages, type Numbering, uidsOf } from '../messages.ts'
import { formatSet } from '../sequence-set.ts'
import { syncSelected } from '../sync.ts'

/** RFC 3501 §6.4.7. */
export function copy(numbering: Numbering): Command {
  return {
    states: SELECTED,
    parse(cursor) {
      cursor.space()
      const set = cursor.sequenceSet()
      cursor.space()
      const target = takeMailbox(cursor)
      cursor.end()
      return async (dialogue) => {
        const { selected } = dialogue
        dialogue.needWritableAccount()
        const named = findMessages(selected, numbering, set)
        const present = named.filter(({ row }) => !selected.view.isGone(row.uid))
        // RFC 2180 §4.4: all of the messages or none.
        if (numbering === 'seq' && present.length < named.length) throw expungeIssued()
        const copied = present.length === 0 ? null : await selected.mailbox.copy(uidsOf(present), target)
        await syncSelected(dialogue)
        return { text: `${copyUid(copied)}COPY completed` }
      }
    },
  }
}

/** RFC 4315 §3: nothing where nothing was copied. */
export function copyUid(copied: Copied | null): string {
  if (copied === null || copied.pairs.length === 0) return ''
  const [from, to] = [0, 1].map((side) => formatSet(copied.pairs.map((pair) => pair[side] as number)))
  return `[COPYUID ${copied.uidValidity} ${from} ${to}] `
}
