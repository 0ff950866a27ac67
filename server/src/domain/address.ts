import { domainToASCII } from 'node:url'
import { DomainError } from './domain-error.ts'

export interface Address {
  /** Lower case, domain in ASCII: the form that is stored and compared. */
  readonly text: string
  readonly local: string
  readonly domain: string
}

/** RFC 5321 §4.5.3.1: 64 octets of local part, 255 of domain, 254 in all once the brackets are off. */
const MAX_LOCAL = 64
const MAX_ADDRESS = 254

/** RFC 5322 §3.2.3 dot-atom, with RFC 6531 letters beyond ASCII. */
const DOT_ATOM = /^[^\s"(),.:;<>@[\]\\\p{Cc}\p{Cf}]+(?:\.[^\s"(),.:;<>@[\]\\\p{Cc}\p{Cf}]+)*$/u
/** RFC 5322 §3.2.4 quoted-string, without the folding that no envelope carries. */
const QUOTED = /^"(?:[^"\\\p{Cc}]|\\[\x20-\x7e])*"$/u
const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

const PRINTABLE = /^[\x21-\x7e]+$/
/** A URL parser would drop these silently. */
const BLANK = /[\s\p{Cc}\p{Cf}]/u

export function parseAddress(input: string): Address {
  const at = input.lastIndexOf('@')
  if (at < 1 || input.length > 2 * MAX_ADDRESS) throw malformed()
  const local = unquote(input.slice(0, at).normalize('NFC').toLowerCase())
  const domain = normaliseDomain(input.slice(at + 1))
  if (local === null || domain === null) throw malformed()
  const text = `${local}@${domain}`
  if (Buffer.byteLength(local) > MAX_LOCAL || Buffer.byteLength(text) > MAX_ADDRESS) throw malformed()
  return { text, local, domain }
}

/** Of an address in its stored form. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** Null for what is no host name. An address literal is none: no inbox lives on one. */
export function normaliseDomain(input: string): string | null {
  const ascii = PRINTABLE.test(input) ? input.toLowerCase() : domainToASCII(input)
  return HOST.test(ascii) && !BLANK.test(input) ? ascii : null
}

/** `"plain"@d` and `plain@d` are one mailbox (RFC 5321 §4.1.2): quotes stay only where they are needed. */
function unquote(local: string): string | null {
  if (DOT_ATOM.test(local)) return local
  if (!QUOTED.test(local)) return null
  const bare = local.slice(1, -1).replace(/\\(.)/g, '$1')
  return DOT_ATOM.test(bare) ? bare : local
}

function malformed(): DomainError {
  return new DomainError('invalid_address', 'This is not an e-mail address. Give it as name@domain, URL-encoded.')
}
