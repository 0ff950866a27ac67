import { type Command, SELECTED } from '../command.ts'

/** RFC 3501 §6.4.2: expunges without telling, where the mailbox may be changed. */
export const close: Command = {
  states: SELECTED,
  parse(cursor) {
    cursor.end()
    return async (dialogue) => {
      const { mailbox, readOnly } = dialogue.selected
      if (!readOnly) await mailbox.expunge(null)
      dialogue.leave()
      return { text: 'CLOSE completed' }
    }
  },
}
