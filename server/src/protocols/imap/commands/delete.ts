import { AUTHENTICATED, type Command } from '../command.ts'
import { takeMailbox } from '../mailbox-name.ts'
import { Refusal } from '../refusal.ts'
import { syncSelected } from '../sync.ts'

/** RFC 3501 §6.3.4. */
export const deleteMailbox: Command = {
  states: AUTHENTICATED,
  parse(cursor) {
    cursor.space()
    const name = takeMailbox(cursor)
    cursor.end()
    return async (dialogue) => {
      if (name === 'INBOX') throw new Refusal('CANNOT', 'INBOX cannot be deleted')
      dialogue.needWritableAccount()
      await dialogue.account.delete(name)
      // RFC 2180 §3: who deletes the mailbox that it is in has left it; all others hear BYE.
      if (dialogue.state === 'selected' && dialogue.selected.name === name) {
        dialogue.leave()
        dialogue.outlet.line('* OK [CLOSED] The mailbox is deleted')
      }
      await syncSelected(dialogue)
      return { text: 'DELETE completed' }
    }
  },
}
