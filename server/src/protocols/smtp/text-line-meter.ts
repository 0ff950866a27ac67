const LF = 0x0a

/** Measures the lines of a text that comes in pieces, by leaps of a whole limit instead of line by line. */
export class TextLineMeter {
  readonly #limit: number
  /** Bytes of the line that the last piece left open. */
  #open = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** False when a line, with its line end, is over the limit. Any LF ends a line here: the limit guards memory only. */
  admit(piece: Buffer): boolean {
    let start = -this.#open
    while (piece.length - start > this.#limit) {
      const last = start + this.#limit - 1
      const end = last < 0 ? -1 : piece.lastIndexOf(LF, last)
      if (end < 0 || end < start) return false
      start = end + 1
    }
    const end = piece.lastIndexOf(LF)
    this.#open = piece.length - Math.max(start, end < 0 ? start : end + 1)
    return true
  }
}
