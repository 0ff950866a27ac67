import { type Command, type Completion, SELECTED } from '../command.ts'
import type { Dialogue } from '../dialogue.ts'
import { needWritable, uidsOf } from '../messages.ts'
import type { SequenceSet } from '../sequence-set.ts'
import { sync } from '../sync.ts'

/** RFC 3501 §6.4.3. */
export const expunge: Command = {
  states: SELECTED,
  parse(cursor) {
    cursor.end()
    return (dialogue) => remove(dialogue, null)
  },
}

/** RFC 4315 §2.1: only what is in the set, so that what others have marked meanwhile stays. */
export const uidExpunge: Command = {
  states: SELECTED,
  parse(cursor) {
    cursor.space()
    const set = cursor.sequenceSet()
    cursor.end()
    return (dialogue) => remove(dialogue, set)
  },
}

async function remove(dialogue: Dialogue, set: SequenceSet | null): Promise<Completion> {
  const { selected } = dialogue
  needWritable(selected)
  await selected.mailbox.expunge(set === null ? null : uidsOf(selected.view.byUids(set)))
  await sync(dialogue, selected, 'tell')
  return { text: 'EXPUNGE completed' }
}
