import { type Command, SELECTED } from '../command.ts'
import { takeMailbox } from '../mailbox-name.ts'
import { expungeIssued, findMessages, type Numbering, needWritable, uidsOf } from '../messages.ts'
import { syncSelected } from '../sync.ts'
import { copyUid } from './copy.ts'

/** RFC 6851 §3.1, §3.2. */
export function move(numbering: Numbering): Command {
  return {
    states: SELECTED,
    parse(cursor) {
      cursor.space()
      const set = cursor.sequenceSet()
      cursor.space()
      const target = takeMailbox(cursor)
      cursor.end()
      return async (dialogue) => {
        const { selected, outlet } = dialogue
        needWritable(selected)
        const named = findMessages(selected, numbering, set)
        const present = named.filter(({ row }) => !selected.view.isGone(row.uid))
        if (numbering === 'seq' && present.length < named.length) throw expungeIssued()
        const moved = present.length === 0 ? null : await selected.mailbox.move(uidsOf(present), target)
        // RFC 6851 §4.3: before the EXPUNGE responses, so that a client knows where the messages went.
        if (copyUid(moved) !== '') outlet.line(`* OK ${copyUid(moved)}Moved`)
        await syncSelected(dialogue)
        return { text: 'MOVE completed' }
      }
    },
  }
}
