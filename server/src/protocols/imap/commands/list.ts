import type { MailboxInfo } from '../backend.ts'
import { AUTHENTICATED, type Command } from '../command.ts'
import { type Listed, listMailboxes, listSubscribed } from '../list-mailboxes.ts'
import { DELIMITER, spellInbox, takeMailbox, takePattern } from '../mailbox-name.ts'
import { mailbox, list as parenthesised } from '../serialise.ts'
import { syncSelected } from '../sync.ts'

/** RFC 3501 §6.3.8. */
export const list: Command = listing('LIST', listMailboxes)

/** RFC 3501 §6.3.9. */
export const lsub: Command = listing('LSUB', listSubscribed)

function listing(verb: string, find: (mailboxes: readonly MailboxInfo[], pattern: string) => Listed[]): Command {
  return {
    states: AUTHENTICATED,
    parse(cursor) {
      cursor.space()
      const reference = takeMailbox(cursor)
      cursor.space()
      const pattern = takePattern(cursor)
      cursor.end()
      return async (dialogue) => {
        const { account, outlet } = dialogue
        // RFC 3501 §6.3.8: an empty name asks for the delimiter, and for the root of the reference, which is none.
        const found =
          pattern === ''
            ? [{ name: '', attributes: ['\\Noselect'] }]
            : find(await account.list(), spellInbox(reference + pattern))
        for (const { name, attributes } of found) {
          outlet.line(`* ${verb} ${parenthesised(attributes)} "${DELIMITER}" ${mailbox(name)}`)
          await outlet.breathe()
        }
        await syncSelected(dialogue)
        return { text: `${verb} completed` }
      }
    },
  }
}
