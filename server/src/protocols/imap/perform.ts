import type { Command, Completion, Run } from './command.ts'
import type { Received } from './command-reader.ts'
import { append, awaitsAppend } from './commands/append.ts'
import { authenticate } from './commands/authenticate.ts'
import { capability } from './commands/capability.ts'
import { check } from './commands/check.ts'
import { close } from './commands/close.ts'
import { copy } from './commands/copy.ts'
import { create } from './commands/create.ts'
import { deleteMailbox } from './commands/delete.ts'
import { enable } from './commands/enable.ts'
import { expunge, uidExpunge } from './commands/expunge.ts'
import { fetch } from './commands/fetch.ts'
import { id } from './commands/id.ts'
import { idle } from './commands/idle.ts'
import { list, lsub } from './commands/list.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { move } from './commands/move.ts'
import { namespace } from './commands/namespace.ts'
import { noop } from './commands/noop.ts'
import { rename } from './commands/rename.ts'
import { search } from './commands/search.ts'
import { examine, select } from './commands/select.ts'
import { startTls } from './commands/starttls.ts'
import { status } from './commands/status.ts'
import { store } from './commands/store.ts'
import { subscribe, unsubscribe } from './commands/subscribe.ts'
import { unselect } from './commands/unselect.ts'
import type { Cursor } from './cursor.ts'
import type { Dialogue, State } from './dialogue.ts'
import { BadCommand } from './refusal.ts'

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['CAPABILITY', capability],
  ['NOOP', noop],
  ['LOGOUT', logout],
  ['ID', id],
  ['STARTTLS', startTls],
  ['AUTHENTICATE', authenticate],
  ['LOGIN', login],
  ['ENABLE', enable],
  ['NAMESPACE', namespace],
  ['SELECT', select],
  ['EXAMINE', examine],
  ['CREATE', create],
  ['DELETE', deleteMailbox],
  ['RENAME', rename],
  ['SUBSCRIBE', subscribe],
  ['UNSUBSCRIBE', unsubscribe],
  ['LIST', list],
  ['LSUB', lsub],
  ['STATUS', status],
  ['APPEND', append],
  ['IDLE', idle],
  ['CHECK', check],
  ['CLOSE', close],
  ['UNSELECT', unselect],
  ['EXPUNGE', expunge],
  ['UID EXPUNGE', uidExpunge],
  ['SEARCH', search('seq')],
  ['UID SEARCH', search('uid')],
  ['FETCH', fetch('seq')],
  ['UID FETCH', fetch('uid')],
  ['STORE', store('seq')],
  ['UID STORE', store('uid')],
  ['COPY', copy('seq')],
  ['UID COPY', copy('uid')],
  ['MOVE', move('seq')],
  ['UID MOVE', move('uid')],
])

/** Does what one command says. Throws nothing: what is wrong with it is what the promise rejects with. */
export function perform(dialogue: Dialogue, received: Received): Promise<Completion> {
  try {
    const trouble = received.trouble ?? findObjection(dialogue.state, received.verb)
    if (trouble !== null) throw trouble
    const run = parseArguments(received)
    return run(dialogue, received.tag as string, received.upload)
  } catch (error) {
    return Promise.reject(error)
  }
}

/** Throws BadCommand for what breaks the grammar, and Refusal for what no backend could do. */
export function parseArguments({ verb, cursor }: Received): Run {
  return (COMMANDS.get(verb) as Command).parse(cursor)
}

/** RFC 3501 §3: a command that is not known, or not in this state. */
export function findObjection(state: State, verb: string): BadCommand | null {
  const command = COMMANDS.get(verb)
  if (command === undefined) return new BadCommand('There is no such command')
  if (command.states.includes(state)) return null
  if (state === 'not authenticated') return new BadCommand('Log in first')
  return new BadCommand(command.states.includes('selected') ? 'Select a mailbox first' : 'You are logged in already')
}

export function awaitsMessage(verb: string, cursor: Cursor): boolean {
  return verb === 'APPEND' && awaitsAppend(cursor)
}
