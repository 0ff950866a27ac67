import { isUtf8 } from 'node:buffer'
import { LINE_MALFORMED, LINE_NOT_UTF8, LINE_TOO_LONG, type Reply } from './replies.ts'

const CR = 0x0d
const LF = 0x0a
const SPACE = 0x20
const TAB = 0x09
const CRLF = Buffer.from('\r\n')
const PRINTABLE = /^[\x20-\x7e]*$/
const CONTROL = /[\x00-\x1f\x7f]/
const C1_CONTROL = /[\x80-\x9f]/

/** A command line without its CRLF, or the reply to one that cannot be a command. */
export type Line = string | Reply

export interface LineRead {
  readonly next: number
  /** null: the line goes on in the next chunk. */
  readonly line: Line | null
}

/** RFC 5321 §2.3.8: only CRLF ends a line; a CR or LF alone spoils the line it stands in. */
export class LineReader {
  readonly #limit: number
  #held: Buffer | null = null
  #length = 0
  #overlong = false
  #endsWithCr = false

  constructor(limit: number) {
    this.#limit = limit
  }

  get buffered(): number {
    return this.#length
  }

  read(chunk: Buffer, from: number): LineRead {
    if (this.#endsWithCr && chunk[from] === LF) {
      this.#length -= 1
      return { next: from + 1, line: this.#release() }
    }
    const end = chunk.indexOf(CRLF, from)
    if (end < 0) {
      this.#hold(chunk, from, chunk.length)
      this.#endsWithCr = chunk[chunk.length - 1] === CR
      return { next: chunk.length, line: null }
    }
    if (this.#held === null && !this.#overlong) {
      const line = end - from + 2 > this.#limit ? LINE_TOO_LONG : decode(chunk, from, end)
      return { next: end + 2, line }
    }
    this.#hold(chunk, from, end)
    return { next: end + 2, line: this.#release() }
  }

  /** Copies, so that a few bytes do not keep a whole chunk alive. Too long a line is dropped while it comes. */
  #hold(chunk: Buffer, from: number, to: number): void {
    if (this.#overlong || this.#length + to - from > this.#limit) {
      this.#overlong = true
      this.#held = null
      this.#length = 0
      return
    }
    this.#held ??= Buffer.allocUnsafeSlow(this.#limit)
    chunk.copy(this.#held, this.#length, from, to)
    this.#length += to - from
  }

  #release(): Line {
    const tooLong = this.#overlong || this.#held === null || this.#length + 2 > this.#limit
    const line = tooLong || this.#held === null ? LINE_TOO_LONG : decode(this.#held, 0, this.#length)
    this.#held = null
    this.#length = 0
    this.#overlong = false
    this.#endsWithCr = false
    return line
  }
}

function decode(bytes: Buffer, from: number, to: number): Line {
  let end = to
  // RFC 5321 §4.1.1: trailing white space is tolerated.
  while (end > from && (bytes[end - 1] === SPACE || bytes[end - 1] === TAB)) end -= 1
  const text = bytes.toString('latin1', from, end)
  if (PRINTABLE.test(text)) return text
  if (CONTROL.test(text)) return LINE_MALFORMED
  if (!isUtf8(bytes.subarray(from, end))) return LINE_NOT_UTF8
  const decoded = bytes.toString('utf8', from, end)
  return C1_CONTROL.test(decoded) ? LINE_MALFORMED : decoded
}
