import { AUTHENTICATED, type Command } from '../command.ts'
import { DELIMITER } from '../mailbox-name.ts'

/** RFC 2342 §5: one namespace, the account's own. */
export const namespace: Command = {
  states: AUTHENTICATED,
  parse(cursor) {
    cursor.end()
    return async ({ outlet }) => {
      outlet.line(`* NAMESPACE (("" "${DELIMITER}")) NIL NIL`)
      return { text: 'NAMESPACE completed' }
    }
  },
}
