import { capabilities } from '../capabilities.ts'
import { ANY_STATE, type Command } from '../command.ts'

/** RFC 3501 §6.1.1. */
export const capability: Command = {
  states: ANY_STATE,
  parse(cursor) {
    cursor.end()
    return async (dialogue) => {
      dialogue.outlet.line(`* ${capabilities(dialogue)}`)
      return { text: 'CAPABILITY completed' }
    }
  },
}
