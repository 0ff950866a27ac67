import { type Command, NOT_AUTHENTICATED } from '../command.ts'
import { enterAccount } from '../enter-account.ts'

/** RFC 3501 §6.2.3. */
export const login: Command = {
  states: NOT_AUTHENTICATED,
  parse(cursor) {
    cursor.space()
    const user = cursor.astring('a user name')
    cursor.space()
    const secret = cursor.astring('a password')
    cursor.end()
    return (dialogue) => enterAccount(dialogue, user, secret, 'LOGIN')
  },
}
