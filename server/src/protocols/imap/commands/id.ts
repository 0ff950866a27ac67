import { ANY_STATE, type Command } from '../command.ts'
import type { Cursor } from '../cursor.ts'
import { BadCommand } from '../refusal.ts'
import { list, string } from '../serialise.ts'

/** RFC 2971 §3.3: so many pairs, and so long. */
const MAX_PAIRS = 30
const MAX_FIELD = 30
const MAX_VALUE = 1024

/** RFC 2971 §3.1. What the client says of itself is checked and forgotten. */
export const id: Command = {
  states: ANY_STATE,
  parse(cursor) {
    cursor.space()
    if (!cursor.skip('NIL')) readPairs(cursor)
    cursor.end()
    return async ({ outlet, setup }) => {
      const pairs = Object.entries(setup.id).flat()
      outlet.line(`* ID ${pairs.length === 0 ? 'NIL' : list(pairs.map(string))}`)
      return { text: 'ID completed' }
    }
  },
}

function readPairs(cursor: Cursor): void {
  const said = cursor.list('ID', () => cursor.nstring('a string or NIL'), 2 * MAX_PAIRS)
  const fits = said.every((text, index) =>
    index % 2 === 0 ? text !== null && text.length <= MAX_FIELD : (text?.length ?? 0) <= MAX_VALUE,
  )
  if (said.length % 2 !== 0 || !fits) throw new BadCommand('Pairs of a field name and a value are needed')
}
