import { type Command, SELECTED } from '../command.ts'
import { syncSelected } from '../sync.ts'

/** RFC 3501 §6.4.1: what is stored is on disk already, so it is a NOOP. */
export const check: Command = {
  states: SELECTED,
  parse(cursor) {
    cursor.end()
    return async (dialogue) => {
      await syncSelected(dialogue)
      return { text: 'CHECK completed' }
    }
  },
}
