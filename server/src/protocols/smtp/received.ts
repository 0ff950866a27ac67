import { isIPv4, isIPv6 } from 'node:net'

/** RFC 3848 §1, RFC 6531 §3.7.3. */
export type TransmissionType = 'SMTP' | 'ESMTP' | 'ESMTPS' | 'UTF8SMTP' | 'UTF8SMTPS'

export interface Trace {
  readonly helo: string
  readonly remoteAddress: string
  readonly hostname: string
  readonly protocol: TransmissionType
  readonly id: string
  /** Only where there is one recipient: the header must not tell one of the others (RFC 5321 §7.2). */
  readonly for?: string
  readonly date: Date
  readonly tls?: { readonly version: string; readonly cipher: string }
}

export interface Transmission {
  readonly esmtp: boolean
  readonly tls: boolean
  readonly smtputf8: boolean
}

export function transmissionType({ esmtp, tls, smtputf8 }: Transmission): TransmissionType {
  if (!esmtp) return 'SMTP'
  if (smtputf8) return tls ? 'UTF8SMTPS' : 'UTF8SMTP'
  return tls ? 'ESMTPS' : 'ESMTP'
}

/** RFC 5321 §4.4: the trace header, folded, with its CRLF. No value given can end the line or open a comment. */
export function received(trace: Trace): string {
  const lines = [
    `Received: from ${word(trace.helo)} (${addressLiteral(trace.remoteAddress)})`,
    `by ${word(trace.hostname)} with ${trace.protocol} id ${word(trace.id)}`,
  ]
  if (trace.tls !== undefined) lines.push(`(${word(trace.tls.version)} ${word(trace.tls.cipher)})`)
  if (trace.for !== undefined) lines.push(`for <${trace.for.replace(/[\x00-\x1f\x7f-\x9f<>]/g, '?')}>`)
  // RFC 5322 §3.3: a zone is an offset; `GMT` is obsolete.
  const date = trace.date.toUTCString().replace('GMT', '+0000')
  return `${lines.join('\r\n\t')};\r\n\t${date}\r\n`
}

/** What may stand as a Domain, an address literal or an Atom; the rest becomes `?`, and 255 octets are enough. */
function word(text: string): string {
  const safe = text.slice(0, 255).replace(/[^A-Za-z0-9.:[\]_+=/-]/g, '?')
  return safe === '' ? 'unknown' : safe
}

/** RFC 5321 §4.1.3. */
function addressLiteral(address: string): string {
  const mapped = address.toLowerCase().startsWith('::ffff:') ? address.slice(7) : address
  if (isIPv4(mapped)) return `[${mapped}]`
  return isIPv6(address) ? `[IPv6:${address.replace(/%.*$/, '')}]` : '[unknown]'
}
