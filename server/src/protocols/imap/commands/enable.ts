import { AUTHENTICATED, type Command } from '../command.ts'

/** RFC 5161 §3.1. What is not known, or cannot be enabled, is passed over. */
export const enable: Command = {
  states: AUTHENTICATED,
  parse(cursor) {
    const names: string[] = []
    do {
      cursor.space()
      names.push(cursor.word('an extension'))
    } while (!cursor.atEnd)
    return async (dialogue) => {
      const condstore = names.includes('CONDSTORE')
      dialogue.outlet.line(condstore ? '* ENABLED CONDSTORE' : '* ENABLED')
      if (condstore) dialogue.enableCondstore()
      return { text: 'ENABLE completed' }
    }
  },
}
