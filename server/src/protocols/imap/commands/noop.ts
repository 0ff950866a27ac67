import { ANY_STATE, type Command } from '../command.ts'
import { syncSelected } from '../sync.ts'

/** RFC 3501 §6.1.2: the moment to hear what is new. */
export const noop: Command = {
  states: ANY_STATE,
  parse(cursor) {
    cursor.end()
    return async (dialogue) => {
      await syncSelected(dialogue)
      return { text: 'NOOP completed' }
    }
  },
}
