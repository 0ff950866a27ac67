import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'

export interface Path {
  /** The mailbox without its route and brackets, in its shortest spelling; '' for `<>`. */
  readonly address: string
  readonly ascii: boolean
  /** Where the text after the closing bracket starts. */
  readonly end: number
}

/** RFC 5321 §4.1.2: `<>` is a Reverse-path only, `<Postmaster>` a Forward-path only. */
export type PathKind = 'reverse' | 'forward'

// RFC 5321 §4.1.2, with RFC 6531 §3.3 adding every non-ASCII character. `_` in a domain is no RFC's, but in use.
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u{80}-\\u{10ffff}\\-]+"
const DOT_STRING = new RegExp(`${ATOM}(?:\\.${ATOM})*`, 'uy')
const WHOLE_DOT_STRING = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u')
const QUOTED_STRING = /"(?:[\x20\x21\x23-\x5b\x5d-\x7e\u{80}-\u{10ffff}]|\\[\x20-\x7e])*"/uy
const DOMAIN = /[A-Za-z0-9_.\u{80}-\u{10ffff}-]+/uy
const ADDRESS_LITERAL = /\[[\x21-\x5a\x5e-\x7e]+\]/y
const ROUTE = /(?:@[A-Za-z0-9_.\u{80}-\u{10ffff}-]+,)*@[A-Za-z0-9_.\u{80}-\u{10ffff}-]+:/uy
const GENERAL_LITERAL = /^[A-Za-z0-9-]*[A-Za-z0-9]:[\x21-\x5a\x5e-\x7e]+$/
const NOT_ASCII = /[^\x00-\x7f]/
const POSTMASTER = /<postmaster>/iy

const LOCAL_PART_OCTETS = 64 // RFC 5321 §4.5.3.1.1
const DOMAIN_OCTETS = 255 // RFC 5321 §4.5.3.1.2
const MAILBOX_OCTETS = 254 // RFC 5321 §4.5.3.1.3: 256 with the brackets
const LABEL_OCTETS = 63 // RFC 1035 §2.3.4

/** Reads a path from its opening bracket on; null when there is none, or it is malformed or too long. */
export function parsePath(text: string, from: number, kind: PathKind): Path | null {
  if (kind === 'reverse' && text.startsWith('<>', from)) return { address: '', ascii: true, end: from + 2 }
  const postmaster = kind === 'forward' ? match(POSTMASTER, text, from) : null
  if (postmaster !== null) {
    return { address: postmaster.slice(1, -1), ascii: true, end: from + postmaster.length }
  }
  if (text[from] !== '<') return null
  // RFC 5321 §4.1.1.3 and appendix C: a source route is accepted and ignored.
  const start = from + 1 + (match(ROUTE, text, from + 1)?.length ?? 0)
  const local = match(DOT_STRING, text, start) ?? match(QUOTED_STRING, text, start)
  if (local === null || text[start + local.length] !== '@') return null
  const at = start + local.length + 1
  const domain = match(DOMAIN, text, at) ?? match(ADDRESS_LITERAL, text, at)
  if (domain === null || text[at + domain.length] !== '>') return null
  if (domain[0] === '[' ? !isAddressLiteral(domain) : !isDomain(domain)) return null
  return mailbox(local, domain, at + domain.length + 1)
}

function mailbox(local: string, domain: string, end: number): Path | null {
  const spelled = local[0] === '"' ? respell(local) : local
  const address = `${spelled}@${domain}`
  if (octets(spelled) > LOCAL_PART_OCTETS || octets(domain) > DOMAIN_OCTETS) return null
  if (octets(address) > MAILBOX_OCTETS) return null
  return { address, ascii: !NOT_ASCII.test(address), end }
}

/** RFC 5321 §4.1.2: `"a\b"`, `"ab"` and `ab` are one mailbox, and quotes are to be avoided where they can be. */
function respell(quoted: string): string {
  const content = quoted.slice(1, -1).replace(/\\(.)/g, '$1')
  return WHOLE_DOT_STRING.test(content) ? content : `"${content.replace(/["\\]/g, '\\$&')}"`
}

function isDomain(domain: string): boolean {
  // RFC 6531 §3.3: a U-label must have an A-label.
  const ascii = NOT_ASCII.test(domain) ? domainToASCII(domain) : domain
  if (ascii.length > DOMAIN_OCTETS) return false
  return ascii.split('.').every(isLabel)
}

function isLabel(label: string): boolean {
  return label.length > 0 && label.length <= LABEL_OCTETS && label[0] !== '-' && !label.endsWith('-')
}

/** RFC 5321 §4.1.3. */
function isAddressLiteral(literal: string): boolean {
  const content = literal.slice(1, -1)
  if (/^ipv6:/i.test(content)) return isIPv6(content.slice(5)) && !content.includes('%')
  return isIPv4(content) || GENERAL_LITERAL.test(content)
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function octets(text: string): number {
  return Buffer.byteLength(text)
}
