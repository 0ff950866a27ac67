import { Buffer, isUtf8 } from 'node:buffer'
import { bytesOf, guessText } from './charset.ts'
import { decodeEncodedWords } from './encoded-words.ts'

/** `value` holds one character for each byte (latin1), folds included: what a field means depends on its name. */
export type Field = { readonly name: string; readonly value: string }

const LF = 0x0a
const CR = 0x0d
const CONTROLS = /[\x00-\x1f\x7f-\x9f]/
const NOT_ASCII = /[^\x00-\x7f]/

/** A Buffer over the same bytes. */
export function asBuffer(raw: Uint8Array): Buffer {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
}

/** `end`: after the last header line. `body`: after the empty line, or `end` where there is none. */
export type HeaderRange = { readonly end: number; readonly body: number }

/** RFC 5322 §2.1, with bare LF tolerated. `stopsAt` may end the header at a line that begins with a hyphen. */
export function findHeaderEnd(
  raw: Buffer,
  start: number,
  limit: number,
  stopsAt?: (line: number) => boolean,
): HeaderRange {
  let line = start
  while (line < limit) {
    const byte = raw[line]
    if (byte === LF) return { end: line, body: line + 1 }
    if (byte === CR && raw[line + 1] === LF) return { end: line, body: line + 2 }
    if (byte === 0x2d && stopsAt?.(line) === true) return { end: line, body: line }
    const lf = raw.indexOf(LF, line)
    if (lf < 0) break
    line = lf + 1
  }
  return { end: limit, body: limit }
}

/** RFC 5322 §2.2. A line that is no field is passed over, with what is folded under it. */
export function splitFields(block: string): Field[] {
  const fields: Field[] = []
  let at = 0
  while (at < block.length) {
    let end = block.indexOf('\n', at)
    while (end >= 0 && isBlank(block.charCodeAt(end + 1))) end = block.indexOf('\n', end + 1)
    if (end < 0) end = block.length
    let nameEnd = at
    while (nameEnd < end && isNameCharacter(block.charCodeAt(nameEnd))) nameEnd++
    let colon = nameEnd
    while (colon < end && isBlank(block.charCodeAt(colon))) colon++ // RFC 5322 §4.5.8
    if (nameEnd > at && block.charCodeAt(colon) === 0x3a) {
      fields.push({ name: block.slice(at, nameEnd), value: block.slice(colon + 1, end) })
    }
    at = end + 1
  }
  return fields
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** RFC 5322 §3.6.8: printable ASCII except the colon. */
function isNameCharacter(code: number): boolean {
  return code > 0x20 && code < 0x7f && code !== 0x3a
}

/** A field's value on one line, its bytes read as UTF-8 or windows-1252, without controls; encoded words as written. */
export function unfold(value: string): string {
  let text = value
  if (NOT_ASCII.test(text)) {
    const bytes = bytesOf(text)
    text = isUtf8(bytes) ? bytes.toString() : guessText(bytes)
  }
  if (text.includes('\n')) {
    text = text
      .split('\n')
      .map((line) => line.trim())
      .join(' ')
  }
  return dropControls(text).trim()
}

/** What a person should see of an unstructured field (RFC 5322 §3.2.5, RFC 2047, RFC 6532). */
export function fieldText(value: string): string {
  const text = unfold(value)
  return text.includes('=?') ? dropControls(decodeEncodedWords(text)).trim() : text
}

/** Encoded words may carry controls too, so this follows their decoding. */
export function dropControls(text: string): string {
  return CONTROLS.test(text) ? text.replaceAll('\t', ' ').replace(/[\x00-\x1f\x7f-\x9f]+/g, '') : text
}

/** At most `length` UTF-16 units, never half a character. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
