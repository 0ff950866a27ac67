import type { Buffer } from 'node:buffer'

/** The line of a delimiter. `end`: where the body before it ends. `next`: where the line after it begins. */
export type Delimiter = {
  readonly level: number
  readonly closing: boolean
  readonly end: number
  readonly next: number
}

/** One for each level, the innermost last; null where no delimiter is awaited. */
export type Boundaries = readonly (Buffer | null)[]

const LF = 0x0a
const CR = 0x0d
const HYPHEN = 0x2d

/** A line that begins like a delimiter is compared with every boundary: so often in one mail, and then no more. */
const MAX_COMPARISONS = 10_000_000

/** Knows delimiters among the lines of a mail. */
export class DelimiterReader {
  readonly #raw: Buffer
  #comparisons = 0

  constructor(raw: Buffer) {
    this.#raw = raw
  }

  /** The next delimiter at or after the line that begins at `from`. */
  find(from: number, boundaries: Boundaries): Delimiter | null {
    const raw = this.#raw
    let line = from
    while (line < raw.length && this.#comparisons < MAX_COMPARISONS) {
      const found = this.readAt(line, boundaries)
      if (found !== null) return found
      // A call of indexOf for each line would cost more than most lines do.
      while (line < raw.length && raw[line] !== LF) line++
      line++
    }
    return null
  }

  /** RFC 2046 §5.1.1: a whole line, but for white space at its end. The innermost that fits counts. */
  readAt(line: number, boundaries: Boundaries): Delimiter | null {
    const raw = this.#raw
    if (raw[line] !== HYPHEN || raw[line + 1] !== HYPHEN || this.#comparisons >= MAX_COMPARISONS) return null
    this.#comparisons += boundaries.length
    for (let level = boundaries.length - 1; level >= 0; level--) {
      const boundary = boundaries[level]
      if (!boundary || !isAt(raw, line + 2, boundary)) continue
      const after = line + 2 + boundary.length
      const open = endOfBlankLine(raw, after)
      if (open >= 0) return { level, closing: false, end: beforeLineEnd(raw, line), next: open }
      const closed = raw[after] === HYPHEN && raw[after + 1] === HYPHEN ? endOfBlankLine(raw, after + 2) : -1
      if (closed >= 0) return { level, closing: true, end: beforeLineEnd(raw, line), next: closed }
    }
    return null
  }
}

function isAt(raw: Buffer, at: number, bytes: Buffer): boolean {
  let i = 0
  while (i < bytes.length && raw[at + i] === bytes[i]) i++
  return i === bytes.length
}

/** Where the next line begins, or -1 where anything but white space comes first. */
function endOfBlankLine(raw: Buffer, from: number): number {
  for (let at = from; at < raw.length; at++) {
    const byte = raw[at]
    if (byte === LF) return at + 1
    if (byte !== 0x20 && byte !== 0x09 && byte !== CR) return -1
  }
  return raw.length
}

/** RFC 2046 §5.1.1: the line end before a delimiter belongs to the delimiter. */
function beforeLineEnd(raw: Buffer, line: number): number {
  if (raw[line - 1] !== LF) return line
  return raw[line - 2] === CR ? line - 2 : line - 1
}
