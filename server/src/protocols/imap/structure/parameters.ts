import type { Parameters } from './body-part.ts'
import { joinContinuations } from './continuations.ts'
import { isBlank, trimBlanks } from './header-fields.ts'

/** A field such as Content-Type: what stands before the first semicolon, and its parameters (RFC 2045 §5.1). */
export type Parameterised = { readonly value: string; readonly params: Parameters }

/** Where a parameter is repeated the first counts, as it does for a repeated field. */
export function parseParameterised(field: string, max: number): Parameterised {
  const [value = '', ...pieces] = splitPieces(field, max)
  const params = new Map<string, string>()
  for (const piece of pieces) {
    const equals = piece.indexOf('=')
    const name = toLowerAscii(trimBlanks(equals < 0 ? piece : piece.slice(0, equals)))
    if (name === '' || params.has(name)) continue
    params.set(name, equals < 0 ? '' : unquote(trimBlanks(piece.slice(equals + 1))))
  }
  return { value: trimBlanks(value), params: joinContinuations([...params]) }
}

/** Only A to Z: other letters here are bytes of a charset that nobody named. */
function toLowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** The value and at most `max` parameters: split at each semicolon outside quotes and comments, comments left out. */
function splitPieces(field: string, max: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let from = 0
  let quoted = false
  let commentsEnd = true
  for (let i = 0; i < field.length && pieces.length <= max; i++) {
    const character = field[i]
    if (character === '\\' && quoted) i++
    else if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === ';') {
      pieces.push(piece + field.slice(from, i))
      piece = ''
      from = i + 1
    } else if (character === '(' && commentsEnd && mayBeginComment(field, i, pieces.length)) {
      const end = endOfComment(field, i)
      // Once one is left open there is no end for any later one.
      if (end < 0) commentsEnd = false
      else {
        piece += `${field.slice(from, i)} `
        from = end
        i = end - 1
      }
    }
  }
  if (pieces.length <= max) pieces.push(piece + field.slice(from))
  return pieces
}

/** In a parameter a comment needs white space before it: `name=Invoice(1).pdf` is a name. */
function mayBeginComment(field: string, at: number, piece: number): boolean {
  return piece === 0 || isBlank(field.charCodeAt(at - 1)) || field[at - 1] === ';'
}

/** RFC 5322 §3.2.2: after its last parenthesis, or -1 where it has none. */
export function endOfComment(text: string, from: number): number {
  let depth = 0
  for (let i = from; i < text.length; i++) {
    const character = text[i]
    if (character === '\\') i++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return i + 1
  }
  return -1
}

/** RFC 5322 §3.2.4. What follows the closing quote is dropped. */
function unquote(text: string): string {
  if (text[0] !== '"') return text
  let end = 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return dropEscapes(text.slice(1, end))
}

/** RFC 5322 §3.2.1: the text of quoted pairs. */
export function dropEscapes(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/gs, '$1') : text
}
