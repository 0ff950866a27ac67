import { Buffer } from 'node:buffer'
import { findHeaderEnd, splitFields } from './header-fields.ts'
import { parameterText } from './parameters.ts'
import type { Defect, ParseLimits } from './parse-limits.ts'
import { makePart, type Part } from './part.ts'

type Open = { part: Part; delimiter: string; closing: string }
type Delimiter = { level: number; closing: boolean; line: number; next: number }

const HYPHENS = Buffer.from('\n--')
const LF = 0x0a
const CR = 0x0d
/** RFC 2046 §5.1.1 allows a boundary 70 characters; who writes longer ones is read up to this. */
const MAX_LINE = 512
/** Lines that begin like a delimiter; a mail of nothing else must not take seconds to look through. */
const MAX_CANDIDATES = 500_000

/**
 * The tree of parts, as offsets into `raw`: nothing is decoded and no body copied, so what this costs is bounded by the
 * limits and not by the mail. A nested message/rfc822 is one part: what it holds is not this mail's text.
 */
export function splitParts(raw: Buffer, limits: ParseLimits, defects: Set<Defect>): Part {
  return new Splitter(raw, limits, defects).split()
}

class Splitter {
  readonly #raw: Buffer
  readonly #limits: ParseLimits
  readonly #defects: Set<Defect>
  readonly #open: Open[] = []
  #parts = 0
  #headerBytes = 0
  #candidates = 0

  constructor(raw: Buffer, limits: ParseLimits, defects: Set<Defect>) {
    this.#raw = raw
    this.#limits = limits
    this.#defects = defects
  }

  split(): Part {
    const root = this.#readPart(0, 'text/plain')
    let leaf: Part | undefined = root
    let at = root.start
    while (this.#open.length > 0) {
      const found = this.#nextDelimiter(at)
      if (found === undefined) break
      this.#endAt(found, leaf)
      leaf = undefined
      at = found.next
      if (found.closing) {
        this.#open.length = found.level
        continue
      }
      if (++this.#parts > this.#limits.parts) {
        this.#defects.add('parts')
        this.#open.length = 0
        break
      }
      const parent = (this.#open[found.level] as Open).part
      leaf = this.#readPart(at, parent.type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain')
      if (this.#headerBytes > this.#limits.headerBytes) {
        this.#defects.add('header_size')
        this.#open.length = 0
        break
      }
      parent.children.push(leaf)
      at = leaf.start
    }
    if (this.#open.length > 0) this.#defects.add('malformed')
    settle(root, this.#defects)
    return root
  }

  /** RFC 2046 §5.1.1: the line end before a delimiter belongs to it. An outer delimiter ends all that is inside. */
  #endAt(found: Delimiter, leaf: Part | undefined): void {
    let end = found.line
    if (this.#raw[end - 1] === LF) end--
    if (this.#raw[end - 1] === CR) end--
    if (leaf !== undefined) leaf.end = Math.max(leaf.start, end)
    for (const { part } of this.#open.slice(found.level + 1)) part.end = Math.max(part.start, end)
    if (this.#open.length > found.level + 1) this.#defects.add('malformed')
    this.#open.length = found.level + 1
  }

  #readPart(at: number, fallbackType: string): Part {
    const stops = this.#open.length === 0 ? undefined : (line: number) => this.#delimiterAt(line) !== undefined
    const header = findHeaderEnd(this.#raw, at, this.#raw.length, stops)
    const readTo = Math.min(header.end, at + this.#limits.partHeaderBytes)
    if (readTo < header.end) this.#defects.add('header_size')
    this.#headerBytes += readTo - at
    const fields = splitFields(this.#raw.toString('latin1', at, readTo))
    // Lines that are no header at all are a body whose header was forgotten.
    const headless = fields.length === 0 && header.end > at
    if (headless) this.#defects.add('malformed')
    const part = makePart(fields, fallbackType, headless ? at : header.body, this.#raw.length)
    if (part.kind === 'container') this.#openContainer(part)
    return part
  }

  #openContainer(part: Part): void {
    const boundary = part.type.raw.get('boundary') ?? parameterText(part.type, 'boundary')
    if (boundary === '' || boundary.length > MAX_LINE - 4) {
      this.#defects.add('malformed')
      part.kind = 'leaf'
    } else if (this.#open.length >= this.#limits.depth) {
      this.#defects.add('depth')
      part.kind = 'opaque'
    } else this.#open.push({ part, delimiter: `--${boundary}`, closing: `--${boundary}--` })
  }

  #nextDelimiter(from: number): Delimiter | undefined {
    let line = from
    while (line < this.#raw.length && this.#candidates <= MAX_CANDIDATES) {
      const found = this.#delimiterAt(line)
      if (found !== undefined) return found
      const next = this.#raw.indexOf(HYPHENS, line)
      if (next < 0) return undefined
      line = next + 1
    }
    return undefined
  }

  #delimiterAt(line: number): Delimiter | undefined {
    if (this.#raw[line] !== 0x2d || this.#raw[line + 1] !== 0x2d) return undefined
    if (++this.#candidates > MAX_CANDIDATES) {
      this.#defects.add('parts')
      return undefined
    }
    const lf = this.#raw.indexOf(LF, line)
    const end = lf < 0 ? this.#raw.length : lf
    const text = this.#raw.toString('latin1', line, Math.min(end, line + MAX_LINE)).trimEnd()
    for (let level = this.#open.length - 1; level >= 0; level--) {
      const { delimiter, closing } = this.#open[level] as Open
      if (text !== delimiter && text !== closing) continue
      return { level, closing: text !== delimiter, line, next: Math.min(end + 1, this.#raw.length) }
    }
    return undefined
  }
}

/** A multipart in which no delimiter was found is shown as the text it is. */
function settle(part: Part, defects: Set<Defect>): void {
  if (part.kind === 'container' && part.children.length === 0 && part.end > part.start) {
    part.kind = 'leaf'
    defects.add('malformed')
  }
  for (const child of part.children) settle(child, defects)
}
