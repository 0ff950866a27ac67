import { type Command, NOT_AUTHENTICATED } from '../command.ts'
import { BadCommand } from '../refusal.ts'

/** RFC 3501 §6.2.1. */
export const startTls: Command = {
  states: NOT_AUTHENTICATED,
  parse(cursor) {
    cursor.end()
    return async ({ secure, setup }) => {
      if (secure) throw new BadCommand('TLS is active already')
      if (!setup.startTls) throw new BadCommand('TLS is not offered here')
      return { text: 'Begin TLS now', after: 'tls' }
    }
  },
}
