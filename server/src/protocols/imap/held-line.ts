const CR = 0x0d
/** Of a line that is too long: enough for its tag and verb, and for the mark of a literal. */
const HEAD_BYTES = 128
const TAIL_BYTES = 32
const NO_BYTES = Buffer.alloc(0)

export interface Line {
  /** Without its end, one octet a character; of an overlong line only its head and its tail. */
  readonly text: string
  readonly overlong: boolean
}

/** A line as it comes. Its bytes are copied, so that a few of them do not keep a whole chunk alive. */
export class HeldLine {
  readonly #limit: number
  #bytes: Buffer = NO_BYTES
  #length = 0
  #overlong = false

  constructor(limit: number) {
    this.#limit = limit
  }

  add(chunk: Buffer, from: number, to: number): void {
    // One more than the limit may be the CR.
    if (this.#length + to - from > this.#limit + 1) this.#overlong = true
    if (!this.#overlong) {
      this.#append(chunk, from, to)
      return
    }
    const head = Math.min(to, from + Math.max(0, HEAD_BYTES - this.#length))
    this.#append(chunk, from, head)
    this.#append(chunk, Math.max(head, to - TAIL_BYTES), to)
    this.#shorten()
  }

  take(): Line {
    if (this.#length > 0 && this.#bytes[this.#length - 1] === CR) this.#length -= 1
    if (this.#length > this.#limit) this.#overlong = true
    if (this.#overlong) this.#shorten()
    return { text: this.#bytes.toString('latin1', 0, this.#length), overlong: this.#overlong }
  }

  #append(chunk: Buffer, from: number, to: number): void {
    const length = this.#length + to - from
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    chunk.copy(this.#bytes, this.#length, from, to)
    this.#length = length
  }

  #shorten(): void {
    if (this.#length <= HEAD_BYTES + TAIL_BYTES) return
    this.#bytes.copy(this.#bytes, HEAD_BYTES, this.#length - TAIL_BYTES, this.#length)
    this.#length = HEAD_BYTES + TAIL_BYTES
  }
}
