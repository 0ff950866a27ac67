import { isBlank } from './header-fields.ts'
import { dropEscapes, endOfComment } from './parameters.ts'

/** `glued`: nothing stood between it and the token before. */
export type AddressToken = {
  readonly kind: 'word' | 'quoted' | 'comment' | 'mark'
  readonly text: string
  readonly glued: boolean
}

const MARKS = ',:;<>@'
/** What ends a word: white space, quotes, comments and the marks. */
const ENDS_WORD = new Set([...` \t"(${MARKS}`].map((character) => character.charCodeAt(0)))
const ENCODED_WORD = /=\?[^?\s]{1,80}\?[bBqQ]\?[^?]*\?=/y
const MAX_LITERAL = 256

/** The tokens of an address field (RFC 5322 §3.2), quotes, parentheses and escapes taken off. */
export function* tokeniseAddresses(text: string): Generator<AddressToken> {
  // Once one is left open there is no end for any later one: they are then passed over.
  let quotesEnd = true
  let commentsEnd = true
  let last = -1
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string
    const glued = at === last
    let end = at + 1
    if (character === '"' && quotesEnd) {
      end = endOfQuoted(text, at)
      quotesEnd = end >= 0
      if (quotesEnd) yield { kind: 'quoted', text: dropEscapes(text.slice(at + 1, end - 1)), glued }
    } else if (character === '(' && commentsEnd) {
      end = endOfComment(text, at)
      commentsEnd = end >= 0
      if (commentsEnd) yield { kind: 'comment', text: dropEscapes(text.slice(at + 1, end - 1)), glued: false }
    } else if (MARKS.includes(character)) yield { kind: 'mark', text: character, glued }
    else if (!ENDS_WORD.has(text.charCodeAt(at))) {
      end = endOfWord(text, at)
      yield { kind: 'word', text: text.slice(at, end), glued }
    }
    if (end < 0) end = at + 1
    last = isBlank(text.charCodeAt(at)) || character === '(' ? -1 : end
    at = end
  }
}

function endOfQuoted(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i + 1
  }
  return -1
}

function endOfWord(text: string, from: number): number {
  let end = from
  // An encoded word may hold any mark (RFC 2047 §5).
  if (text.startsWith('=?', from)) {
    ENCODED_WORD.lastIndex = from
    end += ENCODED_WORD.exec(text)?.[0].length ?? 0
  }
  while (end < text.length && !ENDS_WORD.has(text.charCodeAt(end))) {
    // A domain literal may hold colons (RFC 5321 §4.1.3).
    const close = text[end] === '[' ? text.slice(end, end + MAX_LITERAL).indexOf(']') : -1
    end += Math.max(close, 0) + 1
  }
  return end
}
