import { Buffer } from 'node:buffer'
import { decodeAs, guessText, resolveCharset } from './charset.ts'

/** RFC 2047 §2. White space inside the text part is illegal and common. */
const WORD = /=\?([^?\s]{1,80})\?([bBqQ])\?([^?]*)\?=/g
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/
const BAD_ESCAPE = /=(?![0-9A-Fa-f]{2})/

type Run = { charset: string; chunks: Buffer[] }

/** RFC 2047. A word of an unknown charset or a broken encoding stays as it was written. */
export function decodeEncodedWords(value: string): string {
  if (!value.includes('=?')) return value
  let out = ''
  let end = 0
  let run: Run | undefined
  for (const match of value.matchAll(WORD)) {
    const charset = wordCharset(match[1] ?? '')
    const bytes = charset === undefined ? undefined : wordBytes(match[2] ?? '', match[3] ?? '')
    if (charset === undefined || bytes === undefined) continue
    const gap = value.slice(end, match.index)
    // RFC 2047 §6.2: white space between two encoded words is not shown.
    const adjacent = run !== undefined && gap.trim() === ''
    if (run !== undefined && adjacent && run.charset === charset) {
      run.chunks.push(bytes) // many senders split a character between two words
    } else {
      out += runText(run)
      if (!adjacent) out += gap
      run = { charset, chunks: [bytes] }
    }
    end = match.index + match[0].length
  }
  return out + runText(run) + value.slice(end)
}

function wordCharset(label: string): string | undefined {
  const star = label.indexOf('*') // RFC 2231 §5: a language may follow
  const charset = resolveCharset(star < 0 ? label : label.slice(0, star))
  return charset === 'unknown' || charset === 'refused' ? undefined : charset
}

function wordBytes(encoding: string, text: string): Buffer | undefined {
  if (encoding === 'B' || encoding === 'b') return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined
  if (BAD_ESCAPE.test(text)) return undefined
  const plain = Buffer.from(text.replaceAll('_', ' '))
  let length = 0
  for (let i = 0; i < plain.length; i++) {
    const byte = plain[i] as number
    if (byte === 0x3d) {
      plain[length++] = Number.parseInt(plain.toString('latin1', i + 1, i + 3), 16)
      i += 2
    } else plain[length++] = byte
  }
  return plain.subarray(0, length)
}

function runText(run: Run | undefined): string {
  if (run === undefined) return ''
  const bytes = run.chunks.length === 1 ? (run.chunks[0] as Buffer) : Buffer.concat(run.chunks)
  return run.charset === 'ascii' ? guessText(bytes) : decodeAs(bytes, run.charset)
}
