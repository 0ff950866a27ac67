import { Buffer } from 'node:buffer'
import { decodeText, resolveCharset } from './charset.ts'
import { unflow } from './flowed-text.ts'
import { cut } from './header-fields.ts'
import { htmlToReadable } from './html-to-readable.ts'
import type { Defect, ParseLimits } from './parse-limits.ts'
import type { Part } from './part.ts'
import { decodeBody } from './transfer-encoding.ts'

/** Nobody writes paragraphs this long, and joining costs an object a line. */
const MAX_FLOWED = 1024 * 1024
const LF = 0x0a
const CR = 0x0d

/** A stretch of the body in one form or in both. */
type Piece = { plain?: string; html?: string }

type Reader = {
  readonly raw: Buffer
  readonly limits: ParseLimits
  readonly defects: Set<Defect>
  readonly isBody: (part: Part) => boolean
  readonly left: { plain: number; html: number }
}

export type BodyText = {
  text: string
  html: string
  /** What the HTML says where there is plain text beside it: a search looks in both. */
  htmlText: string
}

/**
 * The mail's text and HTML. Parts that follow each other are joined; of alternatives (RFC 2046 §5.1.4) the first plain
 * text and the last HTML are taken. A stretch that has only one form appears in the other translated.
 */
export function readBodyText(
  raw: Buffer,
  root: Part,
  limits: ParseLimits,
  defects: Set<Defect>,
  isBody: (part: Part) => boolean,
): BodyText {
  const reader: Reader = { raw, limits, defects, isBody, left: { plain: limits.textBytes, html: limits.textBytes } }
  const pieces = piecesOf(reader, root)
  let readableLeft = limits.readableChars
  const readable = (html: string) => {
    if (html.length > readableLeft) defects.add('text_size')
    const text = htmlToReadable(html, readableLeft)
    readableLeft = Math.max(0, readableLeft - html.length)
    return text
  }
  const text = pieces.map(({ plain, html }) => (plain?.trim() || !html ? (plain ?? '') : readable(html))).join('\n')
  const html = pieces.some((piece) => piece.html)
    ? pieces.map(({ plain, html }) => html ?? asHtml(plain ?? '')).join('\n')
    : ''
  const htmlText = pieces
    .map(({ plain, html }) => (plain?.trim() && html ? readable(html) : ''))
    .filter(Boolean)
    .join('\n')
  return {
    text: withinLimit(reader, withoutLastLineEnd(text)),
    html: withinLimit(reader, html),
    htmlText: withinLimit(reader, htmlText),
  }
}

function piecesOf(reader: Reader, part: Part): Piece[] {
  if (part.kind !== 'container') {
    if (!reader.isBody(part)) return []
    return [
      part.type.value === 'text/html'
        ? { html: decode(reader, part, 'html') }
        : { plain: decode(reader, part, 'plain') },
    ]
  }
  const children = part.children.map((child) => piecesOf(reader, child))
  if (part.type.value !== 'multipart/alternative') return children.flat()
  const plain = children.find((pieces) => pieces.some((piece) => piece.plain !== undefined))
  const html = children.findLast((pieces) => pieces.some((piece) => piece.html !== undefined))
  if (plain === undefined || html === undefined || plain === html) return plain ?? html ?? []
  return [{ plain: join(plain, 'plain'), html: join(html, 'html') }]
}

function join(pieces: readonly Piece[], form: 'plain' | 'html'): string {
  if (form === 'plain') return pieces.map(({ plain }) => plain ?? '').join('\n')
  return pieces.map(({ html, plain }) => html ?? asHtml(plain ?? '')).join('\n')
}

function decode(reader: Reader, part: Part, form: 'plain' | 'html'): string {
  const body = reader.raw.subarray(part.start, part.end)
  const { bytes, whole } = decodeBody(body, part.encoding, reader.left[form])
  reader.left[form] -= bytes.length
  if (!whole) reader.defects.add('text_size')
  const uncut = whole ? bytes : withoutPartCharacter(bytes)
  const charset = part.type.raw.get('charset') || undefined
  const wide = charset !== undefined && resolveCharset(charset).startsWith('utf-16')
  const decoded = decodeText(wide ? uncut : normaliseLines(uncut), charset)
  if (decoded.defect && whole) reader.defects.add('charset')
  const text = wide ? decoded.text.replaceAll('\0', '').replace(/\r\n?/g, '\n') : decoded.text
  if (form === 'html' || text.length > MAX_FLOWED || part.type.raw.get('format')?.toLowerCase() !== 'flowed')
    return text
  return unflow(text, part.type.raw.get('delsp')?.toLowerCase() === 'yes')
}

/**
 * Lines end in LF alone, and there is no NUL, which PostgreSQL cannot store. On bytes, because replacing in a string of
 * line ends takes many times its size; in every charset but UTF-16 these bytes are never part of another character.
 */
function normaliseLines(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte === 0 || (byte === CR && bytes[i + 1] === LF)) continue
    out[length++] = byte === CR ? LF : byte
  }
  return out.subarray(0, length)
}

/** Half a character at the cut would make valid UTF-8 look like something else. */
function withoutPartCharacter(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > bytes.length - 4 && end > 0 && (bytes[end - 1] as number) >= 0x80) end--
  return bytes.subarray(0, end)
}

function asHtml(plain: string): string {
  const escaped = plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<pre>${escaped}</pre>`
}

/** The line end that closes a mail's last line is how mail is written, not what it says. */
function withoutLastLineEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

/** Characters decode to as many bytes at most as they took, but translation between the forms may add some. */
function withinLimit(reader: Reader, text: string): string {
  if (text.length <= reader.limits.textBytes) return text
  reader.defects.add('text_size')
  return cut(text, reader.limits.textBytes)
}
