import { Buffer } from 'node:buffer'
import { bytesOf, decodeText } from './charset.ts'
import { dropControls, fieldText } from './header-fields.ts'

/** A field such as Content-Type: a value in lower case and its parameters (RFC 2045 §5.1). */
export type Parameterised = {
  readonly value: string
  /** As written, one character for each byte. */
  readonly raw: ReadonlyMap<string, string>
}

const MAX_PARAMETERS = 200
const COMMENT = /\([^()]*\)/g
const SECTION = /^([^*]+)\*(?:(\d{1,3})(\*?))?$/

/** Where a parameter is repeated the first counts, as it does for a repeated field. */
export function parseParameters(field: string): Parameterised {
  // Folds, and the CR that a field ends with where its line ended in CRLF.
  const text = field.replace(/\r?\n|\r$/g, '')
  let at = endOfValue(text, 0)
  const value = text.slice(0, at).replace(COMMENT, '').trim().toLowerCase()
  const raw = new Map<string, string>()
  while (at < text.length && raw.size < MAX_PARAMETERS) {
    const start = at + 1
    let equals = start
    while (equals < text.length && text[equals] !== '=' && text[equals] !== ';') equals++
    const name = text.slice(start, equals).replace(COMMENT, '').trim().toLowerCase()
    at = text[equals] === '=' ? endOfValue(text, equals + 1) : equals
    if (name !== '' && !raw.has(name)) raw.set(name, parameterValue(withoutBlanks(text.slice(equals + 1, at))))
  }
  return { value, raw }
}

/** The place of the next semicolon outside a quoted string. */
function endOfValue(text: string, from: number): number {
  let quoted = false
  for (let i = from; i < text.length; i++) {
    const character = text[i]
    if (character === '"') quoted = !quoted
    else if (character === '\\' && quoted) i++
    else if (character === ';' && !quoted) return i
  }
  return text.length
}

function parameterValue(text: string): string {
  if (text[0] === '"') {
    const quoted = /^"((?:[^"\\]|\\.)*)/s.exec(text)?.[1] ?? ''
    return quoted.replace(/\\(.)/gs, '$1')
  }
  // A comment needs white space before it: `name=Invoice(1).pdf` is a name.
  const comment = /[ \t]\(/.exec(text)
  return comment === null ? text : withoutBlanks(text.slice(0, comment.index))
}

/** One character is one byte here: `trim` would take the last byte of a letter such as à (C3 A0) for a space. */
function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && isBlank(text[from])) from++
  while (to > from && isBlank(text[to - 1])) to--
  return text.slice(from, to)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

/** A parameter as a person should read it: RFC 2231 forms first, then plain, with the encoded words mailers put there. */
export function parameterText(header: Parameterised, name: string): string {
  const extended = readSections(header, name)
  return extended === undefined ? fieldText(header.raw.get(name) ?? '') : dropControls(extended)
}

/** RFC 2231 §3 and §4: `name*`, `name*0`, `name*0*`, `name*1` … */
function readSections(header: Parameterised, name: string): string | undefined {
  const sections: { index: number; encoded: boolean; value: string }[] = []
  for (const [key, value] of header.raw) {
    if (!key.startsWith(name)) continue
    const match = SECTION.exec(key)
    if (match?.[1] !== name) continue
    sections.push({ index: Number(match[2] ?? 0), encoded: match[2] === undefined || match[3] === '*', value })
  }
  if (sections.length === 0) return undefined
  sections.sort((a, b) => a.index - b.index)
  let charset: string | undefined
  let bytes = ''
  for (const { index, encoded, value } of sections) {
    const labelled = index === 0 && encoded ? /^([^']*)'[^']*'/.exec(value) : null
    if (labelled !== null) charset = labelled[1] || undefined
    const rest = labelled === null ? value : value.slice(labelled[0].length)
    bytes += encoded ? percentDecode(rest) : rest
  }
  return decodeText(bytesOf(bytes), charset).text
}

function percentDecode(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'))
}
