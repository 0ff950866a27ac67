import { AUTHENTICATED, type Command, type Completion } from '../command.ts'
import type { Cursor } from '../cursor.ts'
import type { Dialogue, Selected } from '../dialogue.ts'
import { tellKeywords } from '../flag-responses.ts'
import { hasFlag, SYSTEM_FLAGS } from '../flags.ts'
import { takeMailbox } from '../mailbox-name.ts'
import { BadCommand } from '../refusal.ts'
import { list } from '../serialise.ts'
import { takeRecent } from '../sync.ts'
import { View } from '../view.ts'

/** RFC 3501 §6.3.1. */
export const select: Command = opening('SELECT')

/** RFC 3501 §6.3.2. */
export const examine: Command = opening('EXAMINE')

function opening(verb: 'SELECT' | 'EXAMINE'): Command {
  return {
    states: AUTHENTICATED,
    parse(cursor) {
      cursor.space()
      const name = takeMailbox(cursor)
      const condstore = cursor.skip(' ') && takeParameters(cursor)
      cursor.end()
      return async (dialogue) => {
        // RFC 7162 §3.2.11. Whatever comes of it, the mailbox before is no longer selected (RFC 3501 §6.3.1).
        if (dialogue.leave()) dialogue.outlet.line('* OK [CLOSED] The mailbox before is closed')
        if (condstore) dialogue.enableCondstore()
        return openMailbox(dialogue, name, verb)
      }
    },
  }
}

/** RFC 7162 §3.1.8, in the form of RFC 4466 §2.1. */
function takeParameters(cursor: Cursor): boolean {
  const names = cursor.list('parameters', () => cursor.word('a parameter'), 1)
  if (names[0] !== 'CONDSTORE') throw new BadCommand('The only parameter here is CONDSTORE')
  return true
}

async function openMailbox(dialogue: Dialogue, name: string, verb: 'SELECT' | 'EXAMINE'): Promise<Completion> {
  const mailbox = await dialogue.account.open(name)
  const readOnly = verb === 'EXAMINE' || dialogue.account.readOnly || mailbox.readOnly
  try {
    const snapshot = await mailbox.snapshot()
    const selected = { name, mailbox, view: new View(snapshot), readOnly }
    await takeRecent(selected)
    // The client may have gone in the meantime, and nobody would close it.
    dialogue.checkEnd()
    tellMailbox(dialogue, selected, snapshot.uidNext)
    dialogue.select(selected)
  } catch (error) {
    mailbox.close()
    throw error
  }
  return { text: `[${readOnly ? 'READ-ONLY' : 'READ-WRITE'}] ${verb} completed` }
}

function tellMailbox(dialogue: Dialogue, selected: Selected, uidNext: number): void {
  const { outlet } = dialogue
  const { mailbox, view, readOnly } = selected
  tellKeywords(dialogue, selected)
  const permanent = readOnly ? [] : [...SYSTEM_FLAGS, ...view.keywords, '\\*']
  outlet.line(`* OK [PERMANENTFLAGS ${list(permanent)}] ${readOnly ? 'None can be changed' : 'All are kept'}`)
  outlet.line(`* ${view.size} EXISTS`)
  outlet.line(`* ${view.recentCount} RECENT`)
  const unseen = view.rows.findIndex(({ flags }) => !hasFlag(flags, '\\Seen'))
  if (unseen >= 0) outlet.line(`* OK [UNSEEN ${unseen + 1}] First unseen`)
  outlet.line(`* OK [UIDVALIDITY ${mailbox.uidValidity}] UIDs are valid`)
  outlet.line(`* OK [UIDNEXT ${uidNext}] Next UID`)
  outlet.line(`* OK [HIGHESTMODSEQ ${view.modSeq}] Highest`) // RFC 7162 §3.1.2.1
}
