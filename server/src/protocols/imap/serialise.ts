import { encodeMailboxName } from './mailbox-name.ts'

// Every value a client reads is written here. All of them are text of one octet a character.

/** RFC 3501 §9 `quoted`: 7-bit, no line ends, and short enough for a line. */
const QUOTABLE = /^[\x01-\x09\x0b\x0c\x0e-\x7f]{0,1000}$/
const ASTRING_ATOM = /^[^\x00-\x20(){%*"\\\x7f-\xff]+$/

/** A string of octets, quoted where that can be, else as a literal. */
export function string(octets: string): string {
  if (!QUOTABLE.test(octets)) return literal(octets)
  return `"${octets.replaceAll(/["\\]/g, '\\$&')}"`
}

/** RFC 3501 §4.3. What the server sends is never waited for. */
function literal(octets: string): string {
  return `{${octets.length}}\r\n${octets}`
}

/** An atom where that can be. NIL is no word to use as one. */
export function astring(octets: string): string {
  return ASTRING_ATOM.test(octets) && octets.toUpperCase() !== 'NIL' ? octets : string(octets)
}

/** RFC 3501 §5.1.3. */
export function mailbox(name: string): string {
  return astring(encodeMailboxName(name))
}

export function list(items: readonly string[]): string {
  return `(${items.join(' ')})`
}

/** One line of human text: whoever made it, it cannot end the response. */
export function plainText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]+/g, '?')
}
