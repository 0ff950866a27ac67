import { Buffer } from 'node:buffer'

const LF = 0x0a
const CR = 0x0d
const EQUALS = 0x3d
const SLICE = 64 * 1024

/** RFC 2045 §6.1: anything but these two is taken as it stands. */
export type TransferEncoding = 'base64' | 'quoted-printable' | 'identity'

export function transferEncodingOf(field: string): TransferEncoding {
  const token = /[\w-]+/.exec(field.replace(/\([^()]*\)/g, ''))?.[0].toLowerCase()
  return token === 'base64' || token === 'quoted-printable' ? token : 'identity'
}

/** At most `limit` bytes; `whole` tells whether that was everything. A body as it stands is not copied. */
export function decodeBody(body: Buffer, encoding: TransferEncoding, limit: number): { bytes: Buffer; whole: boolean } {
  if (encoding === 'identity') return { bytes: body.subarray(0, limit), whole: body.length <= limit }
  // Line ends and soft breaks add a few per cent; what is mostly noise is not worth reading to its end.
  const most = encoding === 'base64' ? limit * 1.5 + 1024 : limit * 3 + 1024
  const input = body.subarray(0, most)
  const decoded = encoding === 'base64' ? decodeBase64(input) : decodeQuotedPrintable(input)
  return { bytes: decoded.subarray(0, limit), whole: input.length === body.length && decoded.length <= limit }
}

/** RFC 2045 §6.8. Padding inside ends a unit and a new one begins: some mailers pad every line. */
function decodeBase64(input: Buffer): Buffer {
  const text = input.toString('latin1')
  const padding = text.indexOf('=')
  if (padding < 0 || /^[=\s]*$/.test(text.slice(padding))) return Buffer.from(text, 'base64')
  const out = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4))
  let length = 0
  let from = 0
  while (from < text.length) {
    const pad = text.indexOf('=', from)
    const end = pad < 0 ? text.length : pad
    if (end > from) length += out.write(text.slice(from, end), length, 'base64')
    from = end + 1
  }
  return out.subarray(0, length)
}

/** RFC 2045 §6.7. An escape that is none stays as written; white space at a line's end was added on the way. */
function decodeQuotedPrintable(input: Buffer): Buffer {
  const out = Buffer.allocUnsafe(input.length)
  let length = 0
  let blanks = 0
  for (let i = 0; i < input.length; i++) {
    const byte = input[i] as number
    if (byte === EQUALS) {
      const soft = softBreakEnd(input, i + 1)
      const value = soft < 0 ? escaped(input, i + 1) : -1
      if (soft >= 0) i = soft
      else if (value >= 0) i += 2
      if (soft < 0) out[length++] = value >= 0 ? value : byte
      blanks = 0
    } else if (byte === LF || byte === CR) {
      length -= blanks
      blanks = 0
      out[length++] = byte
    } else {
      blanks = byte === 0x20 || byte === 0x09 ? blanks + 1 : 0
      out[length++] = byte
    }
  }
  return out.subarray(0, length)
}

/** The place of the LF that ends a soft line break, or -1. Looks past a few blanks only, so that it stays linear. */
function softBreakEnd(input: Buffer, from: number): number {
  let i = from
  while (i < from + 80 && (input[i] === 0x20 || input[i] === 0x09)) i++
  if (i >= input.length) return input.length
  if (input[i] === CR && input[i + 1] === LF) return i + 1
  return input[i] === LF ? i : -1
}

function escaped(input: Buffer, at: number): number {
  const high = hex(input[at])
  const low = hex(input[at + 1])
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function hex(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** The size after decoding, without the memory decoding takes. */
export function decodedSize(body: Buffer, encoding: TransferEncoding): number {
  if (encoding === 'base64') return base64Size(body)
  if (encoding === 'identity') return body.length
  let size = 0
  for (let at = 0; at < body.length; ) {
    const lf = body.indexOf(LF, at + SLICE) // an escape never crosses the end of a line
    const end = lf < 0 ? body.length : lf + 1
    size += decodeQuotedPrintable(body.subarray(at, end)).length
    at = end
  }
  return size
}

function base64Size(body: Buffer): number {
  let size = 0
  let unit = 0
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] as number
    if (byte === EQUALS) {
      size += Math.floor((unit * 3) / 4)
      unit = 0
    } else if (IN_BASE64[byte] === 1) unit++
  }
  return size + Math.floor((unit * 3) / 4)
}

const IN_BASE64 = new Uint8Array(256)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_') {
  IN_BASE64[character.charCodeAt(0)] = 1
}
