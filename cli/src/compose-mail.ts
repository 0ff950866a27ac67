import { randomInt, randomUUID } from 'node:crypto'
import { UsageError } from './usage-error.ts'

export interface Letter {
  readonly to: string
  readonly from: string
  readonly subject?: string | undefined
  readonly text?: string | undefined
}

const CRLF = '\r\n'
/** RFC 5322 §2.1.1. */
const LONGEST_LINE = 998
/** RFC 2047 §2: an encoded word has at most 75 characters, 12 of them around what it says; in steps of whole bytes. */
const WORD_BYTES = 45

/** A mail as it goes over the wire. Without a text it is a test mail, with a code and a link in it. */
export function composeMail({ to, from, subject, text }: Letter): string {
  for (const [name, value] of Object.entries({ '--from': from, '--subject': subject })) {
    if (value !== undefined && /[\r\n\0]/.test(value)) throw new UsageError(`${name} must be one line.`)
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const body =
    text ??
    `Your verification code is ${code}.\n\nOr confirm your address: https://example.com/verify?token=${randomUUID()}\n`
  const isPlain = isSevenBit(body)
  const domain = from.split('@').at(-1)
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${encodeHeader(subject ?? (text === undefined ? `${code} is your code` : 'A test mail'))}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${domain}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${isPlain ? '7bit' : 'base64'}`,
    '',
    isPlain ? body.replace(/\r?\n/g, CRLF) : wrapBase64(body),
  ].join(CRLF)
}

function isSevenBit(text: string): boolean {
  return /^[\t\r\n -~]*$/.test(text) && text.split('\n').every((line) => line.length <= LONGEST_LINE)
}

function wrapBase64(text: string): string {
  return (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  )
    .map((line) => `${line}${CRLF}`)
    .join('')
}

/** RFC 2047 §5: each encoded word holds whole characters. */
function encodeHeader(text: string): string {
  if (/^[ -~]*$/.test(text) && text.length < 900) return text
  const words: string[] = []
  let piece = ''
  for (const character of text) {
    if (Buffer.byteLength(piece + character) > WORD_BYTES) {
      words.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...words, piece].map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join(`${CRLF} `)
}
