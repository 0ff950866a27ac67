import { Buffer } from 'node:buffer'

/** What is sent, in order: text as ASCII, and the bytes of literals. */
export type Wire = readonly (string | Uint8Array)[]

const QUOTABLE = /^[\x01-\x09\x0b\x0c\x0e-\x7f]*$/

/** Puts a response together (RFC 3501 §4). */
export class WireWriter {
  readonly #pieces: (string | Uint8Array)[] = []
  #text = ''

  /** Text that needs no quotes. */
  put(text: string | number): this {
    this.#text += text
    return this
  }

  /** RFC 3501 §4.3: quoted where that can be, else a literal. `text` has one character for each byte. */
  string(text: string): this {
    if (QUOTABLE.test(text)) return this.put(`"${text.replace(/["\\]/g, '\\$&')}"`)
    // RFC 3501 §9: not even a literal may hold NUL.
    const bytes = Buffer.from(text.replaceAll('\0', ''), 'latin1')
    this.put(`{${bytes.length}}\r\n`)
    this.#pieces.push(this.#text, bytes)
    this.#text = ''
    return this
  }

  nstring(text: string | null): this {
    return text === null ? this.put('NIL') : this.string(text)
  }

  wire(): Wire {
    return this.#text === '' ? this.#pieces : [...this.#pieces, this.#text]
  }
}
