import type { MessageText, Rendition } from '../message.ts'

/**
 * On disk: the lengths of the five parts and the line ends as 32-bit numbers, then text, html, html_text, the header
 * and the rest as JSON. The texts and the header are written as in a mail, so that they repeat the source beside which
 * they are packed; of the rest only what most mails do not have is written.
 */
const PARTS = 5
const HEAD_BYTES = 4 * (PARTS + 1)
const LINE_ENDS = { asTheyAre: 0, crlf: 1 } as const

type Rest = Omit<Rendition, keyof MessageText | 'headers'>
const USUAL: Rest = {
  attachments: [],
  cc: [],
  reply_to: [],
  message_id_header: null,
  in_reply_to: null,
  encrypted: false,
  codes: [],
  links: [],
  defects: [],
}

export function decodeTexts(bytes: Uint8Array): MessageText {
  return texts(decode(bytes))
}

export function decodeRendition(bytes: Uint8Array): Rendition {
  const parts = decode(bytes)
  return { ...texts(parts), ...USUAL, headers: readHeader(parts[3] as string), ...JSON.parse(parts[4] as string) }
}

function texts(parts: readonly string[]): MessageText {
  return { text: parts[0] as string, html: parts[1] as string, html_text: parts[2] as string }
}

export function encodeRendition({ text, html, html_text, headers, ...rest }: Rendition): Uint8Array {
  const texts = [text, html, html_text]
  const lineEnds = texts.some((part) => part.includes('\r')) ? LINE_ENDS.asTheyAre : LINE_ENDS.crlf
  const written = lineEnds === LINE_ENDS.crlf ? texts.map((part) => part.replaceAll('\n', '\r\n')) : texts
  const header = headers.map(({ name, value }) => `${name}: ${value}\n`).join('')
  const parts = [...written, header, JSON.stringify(unusual(rest))].map((part) => Buffer.from(part))
  const head = Buffer.alloc(HEAD_BYTES)
  for (const [i, part] of parts.entries()) head.writeUInt32LE(part.byteLength, 4 * i)
  head.writeUInt32LE(lineEnds, 4 * PARTS)
  return Buffer.concat([head, ...parts])
}

function unusual(rest: Rest): Partial<Rest> {
  const entries = Object.entries(rest) as [keyof Rest, Rest[keyof Rest]][]
  return Object.fromEntries(entries.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(USUAL[key])))
}

/** A name has no colon and neither has a line end, so each line is cut at its first colon. */
function readHeader(text: string): Rendition['headers'] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const colon = line.indexOf(': ')
      return { name: line.slice(0, colon), value: line.slice(colon + 2) }
    })
}

function decode(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const crlf = buffer.readUInt32LE(4 * PARTS) === LINE_ENDS.crlf
  let at = HEAD_BYTES
  return Array.from({ length: PARTS }, (_, i) => {
    const end = at + buffer.readUInt32LE(4 * i)
    const part = buffer.toString('utf8', at, end)
    at = end
    return crlf ? part.replaceAll('\r\n', '\n') : part
  })
}
