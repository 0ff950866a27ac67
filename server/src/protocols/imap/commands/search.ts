import { type Command, SELECTED } from '../command.ts'
import type { Cursor } from '../cursor.ts'
import type { Numbering } from '../messages.ts'
import { BadCommand, Refusal } from '../refusal.ts'
import { someKey } from '../search/search-key.ts'
import { searchMessages } from '../search/search-messages.ts'
import { esearchResponse, RETURN_OPTIONS, type ReturnOption, searchResponse } from '../search/search-response.ts'
import { takeSearchKeys } from '../search/take-search-key.ts'
import { sync, tellExpunged } from '../sync.ts'

/** RFC 3501 §6.4.4. */
export function search(numbering: Numbering): Command {
  return {
    states: SELECTED,
    parse(cursor) {
      cursor.space()
      const options = cursor.skip('RETURN ') ? takeOptions(cursor) : null
      if (cursor.skip('CHARSET ')) takeCharset(cursor)
      const key = takeSearchKeys(cursor)
      cursor.end()
      const withModSeq = someKey(key, ({ kind }) => kind === 'modseq')
      return async (dialogue, tag) => {
        const { selected } = dialogue
        if (withModSeq) dialogue.enableCondstore() // RFC 7162 §3.1.5
        await sync(dialogue, selected, 'hold')
        const found = await searchMessages(dialogue, selected, key)
        dialogue.outlet.line(
          options === null
            ? searchResponse(found, numbering, withModSeq)
            : esearchResponse(tag, options, found, numbering, withModSeq),
        )
        if (numbering === 'uid') await tellExpunged(dialogue, selected)
        return { text: 'SEARCH completed' }
      }
    },
  }
}

/** RFC 4731 §3.1: an empty list means ALL. */
function takeOptions(cursor: Cursor): ReadonlySet<ReturnOption> {
  const options = cursor.list('return options', () => takeOption(cursor), RETURN_OPTIONS.length)
  cursor.space()
  return new Set(options.length === 0 ? ['ALL'] : options)
}

function takeOption(cursor: Cursor): ReturnOption {
  const word = cursor.word('a return option')
  const option = RETURN_OPTIONS.find((name) => name === word)
  if (option === undefined) throw new BadCommand('There is no such return option')
  return option
}

/** RFC 3501 §6.4.4. ASCII is a part of UTF-8, so there is nothing to remember. */
function takeCharset(cursor: Cursor): void {
  const charset = cursor.astring('a charset').toUpperCase()
  cursor.space()
  if (charset !== 'UTF-8' && charset !== 'US-ASCII') {
    throw new Refusal('BADCHARSET (US-ASCII UTF-8)', 'Searches are in UTF-8')
  }
}
