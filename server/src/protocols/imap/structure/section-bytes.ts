import { Buffer } from 'node:buffer'
import type { BodyPart, MessagePart } from './body-part.ts'
import { splitFields } from './header-fields.ts'
import type { Structure } from './structure.ts'

/** RFC 3501 §6.4.5, what stands in the brackets of BODY[…]. `part` is null for the part itself. */
export type Section = {
  readonly path: readonly number[]
  readonly part: 'HEADER' | 'HEADER.FIELDS' | 'HEADER.FIELDS.NOT' | 'TEXT' | 'MIME' | null
  /** For the two kinds of HEADER.FIELDS; in any case of letters. */
  readonly fields?: readonly string[]
}

type Message = Pick<MessagePart, 'body'>

const CRLF = Buffer.from('\r\n')
/** Fields are looked for so far into a header; nobody writes longer ones, and each field found costs memory. */
const SEARCHED_HEADER = 1024 * 1024

/** Ranges of `raw`, one after the other, or null where the message has no such part. */
export function sectionBytes(raw: Uint8Array, structure: Structure, section: Section): Uint8Array[] | null {
  const { path, part } = section
  if (path.length === 0) {
    if (part === null) return [raw]
    return part === 'MIME' ? null : messageBytes(raw, structure, section)
  }
  const found = findPart(structure, path)
  if (found === undefined) return null
  const { headerStart, bodyStart, bodyEnd } = found.offsets
  if (part === null) return [raw.subarray(bodyStart, bodyEnd)]
  if (part === 'MIME') return [raw.subarray(headerStart, bodyStart)]
  return found.kind === 'message' ? messageBytes(raw, found, section) : null
}

function findPart(structure: Structure, path: readonly number[]): BodyPart | undefined {
  const [first = 0, ...rest] = path
  let part = partOfMessage(structure, first)
  for (const number of rest) {
    if (part?.kind === 'multipart') part = part.parts[number - 1]
    else part = part?.kind === 'message' ? partOfMessage(part, number) : undefined
  }
  return part
}

/** A message that is no multipart is its own part 1. */
function partOfMessage({ body }: Message, number: number): BodyPart | undefined {
  if (body.kind === 'multipart') return body.parts[number - 1]
  return number === 1 ? body : undefined
}

function messageBytes(raw: Uint8Array, message: Message, { part, fields = [] }: Section): Uint8Array[] {
  const { headerStart, bodyStart, bodyEnd } = message.body.offsets
  if (part === 'TEXT') return [raw.subarray(bodyStart, bodyEnd)]
  const header = raw.subarray(headerStart, bodyStart)
  if (part === 'HEADER') return [header]
  return pickFields(header, new Set(fields.map((name) => name.toLowerCase())), part === 'HEADER.FIELDS')
}

/** The fields that are among `names`, or those that are not, as they stand, and the empty line that ends a header. */
function pickFields(header: Uint8Array, names: ReadonlySet<string>, among: boolean): Uint8Array[] {
  const emptyLine = startOfEmptyLine(header)
  const searched = Math.min(emptyLine, SEARCHED_HEADER)
  const picked: { start: number; end: number }[] = []
  const pick = (start: number, end: number) => {
    const last = picked.at(-1)
    if (last?.end === start) last.end = end
    else picked.push({ start, end })
  }
  const text = Buffer.from(header.buffer, header.byteOffset, searched).toString('latin1')
  for (const { name, start, end } of splitFields(text)) {
    if ((name !== '' && names.has(name)) === among) pick(start, end)
  }
  if (!among && searched < emptyLine) pick(searched, emptyLine)
  const end = emptyLine < header.length ? header.subarray(emptyLine) : CRLF
  return [...picked.map((range) => header.subarray(range.start, range.end)), end]
}

/** Its length where there is none. */
function startOfEmptyLine(header: Uint8Array): number {
  const last = header.length - 1
  if (header[last] !== 0x0a) return header.length
  const start = header[last - 1] === 0x0d ? last - 1 : last
  return start === 0 || header[start - 1] === 0x0a ? start : header.length
}
