import { AUTHENTICATED, type Command } from '../command.ts'
import { takeMailbox } from '../mailbox-name.ts'
import { syncSelected } from '../sync.ts'

/** RFC 3501 §6.3.6. */
export const subscribe: Command = subscription('subscribe')

/** RFC 3501 §6.3.7. */
export const unsubscribe: Command = subscription('unsubscribe')

function subscription(change: 'subscribe' | 'unsubscribe'): Command {
  return {
    states: AUTHENTICATED,
    parse(cursor) {
      cursor.space()
      const name = takeMailbox(cursor)
      cursor.end()
      return async (dialogue) => {
        await dialogue.account[change](name)
        await syncSelected(dialogue)
        return { text: `${change.toUpperCase()} completed` }
      }
    },
  }
}
