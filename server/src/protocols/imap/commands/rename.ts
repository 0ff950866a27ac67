import { AUTHENTICATED, type Command } from '../command.ts'
import { needWellFormed, takeMailbox } from '../mailbox-name.ts'
import { syncSelected } from '../sync.ts'

/** RFC 3501 §6.3.5. */
export const rename: Command = {
  states: AUTHENTICATED,
  parse(cursor) {
    cursor.space()
    const from = takeMailbox(cursor)
    cursor.space()
    const to = takeMailbox(cursor)
    cursor.end()
    return async (dialogue) => {
      needWellFormed(to)
      dialogue.needWritableAccount()
      await dialogue.account.rename(from, to)
      await syncSelected(dialogue)
      return { text: 'RENAME completed' }
    }
  },
}
