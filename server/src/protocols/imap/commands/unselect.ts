import { type Command, SELECTED } from '../command.ts'

/** RFC 3691 §2: CLOSE that expunges nothing. */
export const unselect: Command = {
  states: SELECTED,
  parse(cursor) {
    cursor.end()
    return async (dialogue) => {
      dialogue.leave()
      return { text: 'UNSELECT completed' }
    }
  },
}
