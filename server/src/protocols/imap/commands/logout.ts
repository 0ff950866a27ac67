import { ANY_STATE, type Command } from '../command.ts'

/** RFC 3501 §6.1.3: BYE comes before the tagged OK. */
export const logout: Command = {
  states: ANY_STATE,
  parse(cursor) {
    cursor.end()
    return async ({ outlet }) => {
      outlet.line('* BYE Until next time')
      return { text: 'LOGOUT completed', after: 'close' }
    }
  },
}
