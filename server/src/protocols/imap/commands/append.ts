import { AUTHENTICATED, type Command } from '../command.ts'
import type { Cursor } from '../cursor.ts'
import { parseDateTime } from '../date-time.ts'
import { takeFlagList } from '../flag-list.ts'
import { IncomingMessage } from '../incoming-message.ts'
import { takeMailbox } from '../mailbox-name.ts'
import { BadCommand, Refusal } from '../refusal.ts'
import { syncSelected } from '../sync.ts'

const NEEDS_MESSAGE = 'A literal with the message is needed'

interface Arguments {
  readonly name: string
  readonly flags: readonly string[]
  readonly internalDate: number | null
}

/** RFC 3501 §6.3.11. */
export const append: Command = {
  states: AUTHENTICATED,
  parse(cursor) {
    const said = takeArguments(cursor)
    return async (dialogue, _tag, literal) => {
      if (said === null || literal === null) throw new BadCommand(NEEDS_MESSAGE)
      const { name, ...properties } = said
      const incoming = new IncomingMessage(dialogue, literal)
      try {
        dialogue.needWritableAccount()
        if (literal.size === 0) throw new Refusal('CANNOT', 'A message of no octets is not kept')
        const upload = { ...properties, size: literal.size, message: incoming.read() }
        const { uidValidity, uid } = await dialogue.account.append(name, upload)
        await syncSelected(dialogue)
        return { text: `[APPENDUID ${uidValidity} ${uid}] APPEND completed` } // RFC 4315 §3
      } catch (error) {
        await incoming.finish()
        throw incoming.trouble ?? error
      }
    }
  },
}

/** Whether the literal at the end of what has come is the message, and not the mailbox's name. */
export function awaitsAppend(cursor: Cursor): boolean {
  if (takeArguments(cursor) === null) return false
  if (!cursor.atPendingLiteral) throw new BadCommand(NEEDS_MESSAGE)
  return true
}

/** null: the mailbox's name is a literal that has not come yet. */
function takeArguments(cursor: Cursor): Arguments | null {
  cursor.space()
  if (cursor.atPendingLiteral) return null
  const name = takeMailbox(cursor)
  cursor.space()
  const flags = cursor.peek() === '(' ? takeFlags(cursor) : []
  const internalDate = cursor.peek() === '"' ? takeDateTime(cursor) : null
  return { name, flags, internalDate }
}

function takeFlags(cursor: Cursor): string[] {
  const flags = takeFlagList(cursor)
  cursor.space()
  return flags
}

function takeDateTime(cursor: Cursor): number {
  const moment = parseDateTime(cursor.string('a date and time'))
  if (moment === null) throw new BadCommand('There is no such date and time')
  cursor.space()
  return moment
}
