import type { Cursor } from './cursor.ts'
import { Refusal } from './refusal.ts'

export const DELIMITER = '/'

const NOT_PRINTABLE = /[^\x20-\x7e]/
const NOT_PRINTABLE_RUN = /[^\x20-\x7e]+/g
const SHIFTED = /&([A-Za-z0-9+,]*)-/g
/** What is left of a well-formed name when its shifts are taken out. */
const DIRECT = /^[\x20-\x25\x27-\x7e]*$/

/** RFC 3501 §5.1.3: printable ASCII stands for itself, the rest is UTF-16 in base64 with ',' for '/'. */
export function encodeMailboxName(name: string): string {
  return name
    .replaceAll('&', '&-')
    .replaceAll(NOT_PRINTABLE_RUN, (run) => `&${toBase64(Buffer.from(run, 'utf16le').swap16())}-`)
}

/** null: not modified UTF-7. RFC 3501 §5.1.3: there is one way only to write a name, and each other is refused. */
export function decodeMailboxName(text: string): string | null {
  if (NOT_PRINTABLE.test(text) || !DIRECT.test(text.replaceAll(SHIFTED, ''))) return null
  const name = text.replaceAll(SHIFTED, (_, shifted: string) => (shifted === '' ? '&' : fromBase64(shifted)))
  return encodeMailboxName(name) === text ? name : null
}

/** Takes a name, and gives it as the backend knows it. */
export function takeMailbox(cursor: Cursor): string {
  return spellInbox(readName(cursor.astring('a mailbox name'), cursor.limits.mailboxName))
}

/** RFC 3501 §5.1: INBOX in any case is INBOX. */
export function spellInbox(name: string): string {
  return /^inbox(?:\/|$)/i.test(name) ? `INBOX${name.slice(5)}` : name
}

/** Takes the reference or the pattern of a LIST. */
export function takePattern(cursor: Cursor): string {
  return readName(cursor.listMailbox(), cursor.limits.mailboxName)
}

/** For a name that is to be made: it has no empty part, and nothing in it that LIST would read as a pattern. */
export function needWellFormed(name: string): void {
  if (name.split(DELIMITER).includes('') || /[%*]/.test(name)) {
    throw new Refusal('CANNOT', 'A mailbox cannot have such a name')
  }
}

function readName(octets: string, limit: number): string {
  const name = decodeMailboxName(octets)
  if (name === null) throw new Refusal('CANNOT', 'The mailbox name is not in modified UTF-7')
  if (name.length > limit) throw new Refusal('LIMIT', 'The mailbox name is too long')
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) {
    throw new Refusal('CANNOT', 'The mailbox name has a control character or half a character in it')
  }
  return name
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '').replaceAll('/', ',')
}

function fromBase64(text: string): string {
  const bytes = Buffer.from(text.replaceAll(',', '/'), 'base64')
  return bytes
    .subarray(0, bytes.length & ~1)
    .swap16()
    .toString('utf16le')
}
