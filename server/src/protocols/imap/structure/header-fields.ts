import type { Buffer } from 'node:buffer'

const LF = 0x0a
const CR = 0x0d
const HYPHEN = 0x2d

/** `end`: after the last header line. `body`: after the empty line, or `end` where there is none. */
export type HeaderRange = { readonly end: number; readonly body: number }

/** RFC 5322 §2.1, with bare LF tolerated. `stopsAt` may end the header at a line that begins with a hyphen. */
export function findHeaderEnd(raw: Buffer, start: number, stopsAt: (line: number) => boolean): HeaderRange {
  let line = start
  while (line < raw.length) {
    const byte = raw[line]
    if (byte === LF) return { end: line, body: line + 1 }
    if (byte === CR && raw[line + 1] === LF) return { end: line, body: line + 2 }
    if (byte === HYPHEN && stopsAt(line)) return { end: line, body: line }
    while (line < raw.length && raw[line] !== LF) line++
    line++
  }
  return { end: raw.length, body: raw.length }
}

/** Places in a header block. `name` is in lower case, and empty for lines that are no field. */
export type Field = { readonly name: string; readonly start: number; readonly value: number; readonly end: number }

/** RFC 5322 §2.2: each field with what is folded under it, one after the other without a gap. */
export function* splitFields(block: string): Generator<Field> {
  let start = 0
  while (start < block.length) {
    let lf = block.indexOf('\n', start)
    while (lf >= 0 && isBlank(block.charCodeAt(lf + 1))) lf = block.indexOf('\n', lf + 1)
    const end = lf < 0 ? block.length : lf + 1
    let nameEnd = start
    while (nameEnd < end && isNameCharacter(block.charCodeAt(nameEnd))) nameEnd++
    let colon = nameEnd
    while (colon < end && isBlank(block.charCodeAt(colon))) colon++ // RFC 5322 §4.5.8
    const named = nameEnd > start && block.charCodeAt(colon) === 0x3a
    yield { name: named ? block.slice(start, nameEnd).toLowerCase() : '', start, value: named ? colon + 1 : start, end }
    start = end
  }
}

export function hasFields(block: string): boolean {
  for (const { name } of splitFields(block)) if (name !== '') return true
  return false
}

/** The values of the fields by name, in their order, unfolded (RFC 5322 §2.2.3) and without the blanks around them. */
export function readFields(block: string, wanted: ReadonlySet<string>): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const { name, value, end } of splitFields(block)) {
    if (!wanted.has(name)) continue
    const text = trimBlanks(block.slice(value, end).replace(/\r?\n/g, ''))
    const list = values.get(name)
    if (list === undefined) values.set(name, [text])
    else list.push(text)
  }
  return values
}

/** `trim` would take byte A0 too, which ends many a UTF-8 character. */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlankOrCr(text.charCodeAt(start))) start++
  while (end > start && isBlankOrCr(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

function isBlankOrCr(code: number): boolean {
  return isBlank(code) || code === CR
}

/** RFC 5322 §3.6.8: printable ASCII except the colon. */
function isNameCharacter(code: number): boolean {
  return code > 0x20 && code < 0x7f && code !== 0x3a
}
