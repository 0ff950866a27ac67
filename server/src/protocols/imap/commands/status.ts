import type { StatusItem } from '../backend.ts'
import { AUTHENTICATED, type Command } from '../command.ts'
import type { Cursor } from '../cursor.ts'
import { takeMailbox } from '../mailbox-name.ts'
import { BadCommand } from '../refusal.ts'
import { list, mailbox } from '../serialise.ts'
import { syncSelected } from '../sync.ts'

const ITEMS: readonly StatusItem[] = ['MESSAGES', 'RECENT', 'UIDNEXT', 'UIDVALIDITY', 'UNSEEN', 'HIGHESTMODSEQ', 'SIZE']

/** RFC 3501 §6.3.10. */
export const status: Command = {
  states: AUTHENTICATED,
  parse(cursor) {
    cursor.space()
    const name = takeMailbox(cursor)
    cursor.space()
    const items = [...new Set(cursor.list('status items', () => takeItem(cursor), 2 * ITEMS.length))]
    cursor.end()
    if (items.length === 0) throw new BadCommand('A status item is needed')
    return async (dialogue) => {
      if (items.includes('HIGHESTMODSEQ')) dialogue.enableCondstore() // RFC 7162 §3.1.7
      const found = await dialogue.account.status(name, items)
      const values = items.map((item) => `${item} ${found[item] ?? 0}`)
      dialogue.outlet.line(`* STATUS ${mailbox(name)} ${list(values)}`)
      await syncSelected(dialogue)
      return { text: 'STATUS completed' }
    }
  },
}

function takeItem(cursor: Cursor): StatusItem {
  const word = cursor.word('a status item')
  const item = ITEMS.find((name) => name === word)
  if (item === undefined) throw new BadCommand('There is no such status item')
  return item
}
