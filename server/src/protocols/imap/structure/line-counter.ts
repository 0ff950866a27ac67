import type { Buffer } from 'node:buffer'

/** Counts line ends from the beginning to places that never go back, so that each byte is looked at once. */
export class LineCounter {
  readonly #raw: Buffer
  #at = 0
  #lines = 0

  constructor(raw: Buffer) {
    this.#raw = raw
  }

  countTo(offset: number): number {
    for (; this.#at < offset; this.#at++) {
      if (this.#raw[this.#at] === 0x0a) this.#lines++
    }
    return this.#lines
  }
}
