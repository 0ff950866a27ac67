import { AUTHENTICATED, type Command } from '../command.ts'
import { DELIMITER, needWellFormed, takeMailbox } from '../mailbox-name.ts'
import { syncSelected } from '../sync.ts'

/** RFC 3501 §6.3.3. */
export const create: Command = {
  states: AUTHENTICATED,
  parse(cursor) {
    cursor.space()
    const said = takeMailbox(cursor)
    cursor.end()
    // A delimiter at the end announces names below it, which need no announcement.
    const name = said.endsWith(DELIMITER) ? said.slice(0, -1) : said
    return async (dialogue) => {
      needWellFormed(name)
      dialogue.needWritableAccount()
      await dialogue.account.create(name)
      await syncSelected(dialogue)
      return { text: 'CREATE completed' }
    }
  },
}
