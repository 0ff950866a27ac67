import { randomBytes } from 'node:crypto'
import { makeMailPool, toWire } from './mail-pool.ts'

export const LARGE_MAIL_BYTES = 25 * 1024 * 1024

const HEAD = 'From: bench@example.com\r\nTo: reader@mayfly.test\r\nSubject: A large one\r\nMIME-Version: 1.0\r\n'
const LINE_BYTES = 57

/** The two ways to be large: with an attachment, and with nothing but text. */
export function largeMails(): readonly { readonly name: string; readonly wire: Buffer }[] {
  return [
    { name: 'one attachment', wire: toWire(withAttachment()) },
    { name: 'all of it text', wire: toWire(allText()) },
  ]
}

function withAttachment(): Buffer {
  const head = [
    `${HEAD}Content-Type: multipart/mixed; boundary="limit"\r\n`,
    '--limit\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nThe file is attached. Please read all of it.\r\n',
    '--limit\r\nContent-Type: application/zip; name="archive.zip"',
    'Content-Disposition: attachment; filename="archive.zip"\r\nContent-Transfer-Encoding: base64\r\n\r\n',
  ].join('\r\n')
  const end = '\r\n--limit--\r\n'
  const lines = Math.floor((LARGE_MAIL_BYTES - head.length - end.length) / ((LINE_BYTES / 3) * 4 + 2))
  const content = randomBytes(lines * LINE_BYTES).toString('base64')
  return Buffer.from(`${head}${content.replace(/.{76}/g, '$&\r\n')}${end}`, 'latin1')
}

function allText(): Buffer {
  const head = `${HEAD}Content-Type: text/plain; charset=utf-8\r\n\r\n`
  const texts = makeMailPool(8_192).map(({ raw }) => raw.subarray(raw.indexOf('\r\n\r\n') + 4))
  const parts: Buffer[] = [Buffer.from(head, 'latin1')]
  let length = head.length
  for (let n = 0; length < LARGE_MAIL_BYTES - 10_000; n++) {
    const text = texts[n % texts.length] as Buffer
    parts.push(text)
    length += text.length
  }
  return Buffer.concat(parts)
}
