import { Buffer } from 'node:buffer'
import { type Content, MESSAGE, PLAIN_TEXT, readContent } from './content-fields.ts'
import { parameterBytes } from './continuations.ts'
import { type Delimiter, DelimiterReader } from './delimiter-reader.ts'
import { findHeaderEnd, hasFields, trimBlanks } from './header-fields.ts'
import type { StructureLimits } from './structure-limits.ts'

/** A part while its end is still looked for. */
export type DraftPart = {
  readonly kind: 'multipart' | 'message' | 'leaf'
  readonly content: Content
  readonly headerStart: number
  readonly bodyStart: number
  bodyEnd: number
  readonly children: DraftPart[]
  /** Of a multipart whose closing delimiter has not been seen. */
  boundary: Buffer | null
  /** Whether a delimiter of it has been seen. */
  delimited: boolean
}

type Nature = Pick<DraftPart, 'kind' | 'content' | 'boundary'>

/** RFC 2046 §5.1.1 allows 70 characters; who writes longer ones is read up to this. */
const MAX_BOUNDARY = 500
/** RFC 2046 §5.2.1: what a message may be encoded with. What is in any other encoding cannot be looked into. */
const SEE_THROUGH: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary'])
const OCTETS = { type: 'application', subtype: 'octet-stream' } as const
/** What is past the limits. */
const REST: Content = { ...readContent('', { ...OCTETS, params: [] }, 0), encoding: 'binary' }

/** Finds the parts of a mail, from its beginning to its end. */
export class PartSplitter {
  readonly #raw: Buffer
  readonly #limits: StructureLimits
  readonly #delimiters: DelimiterReader
  /** The part at hand and all that it is in, the outermost first. */
  readonly #open: DraftPart[] = []
  #parts = 0
  #headerBytes = 0

  constructor(raw: Buffer, limits: StructureLimits) {
    this.#raw = raw
    this.#limits = limits
    this.#delimiters = new DelimiterReader(raw)
  }

  split(): DraftPart {
    const root = this.#readPart(0)
    let at = this.#readMessages(root)
    while (this.#open.some((part) => part.boundary !== null)) {
      const found = this.#delimiters.find(at, this.#boundaries())
      if (found === null) break
      this.#leave(found)
      at = found.next
      if (found.closing) continue
      if (this.#isSpent()) {
        this.#enter({ kind: 'leaf', content: REST, boundary: null }, at, at)
        break
      }
      at = this.#readMessages(this.#readPart(at))
    }
    return root
  }

  /**
   * An outer delimiter ends all that is inside, but no earlier than the innermost header, which keeps its line end. After
   * its closing delimiter a multipart awaits no other.
   */
  #leave({ level, closing, end }: Delimiter): void {
    const inside = this.#open.splice(level + 1)
    const bodyEnd = Math.max(end, inside.at(-1)?.bodyStart ?? 0)
    for (const part of inside) part.bodyEnd = bodyEnd
    const multipart = this.#open[level] as DraftPart
    multipart.delimited = true
    if (closing) multipart.boundary = null
  }

  /** Where a part is a message, reads the header of that message, and so on. Returns where the innermost body begins. */
  #readMessages(part: DraftPart): number {
    let inner = part
    while (inner.kind === 'message') inner = this.#readPart(inner.bodyStart)
    return inner.bodyStart
  }

  #readPart(at: number): DraftPart {
    const boundaries = this.#boundaries()
    const header = findHeaderEnd(this.#raw, at, (line) => this.#delimiters.readAt(line, boundaries) !== null)
    const text = this.#raw.toString('latin1', at, Math.min(header.end, at + this.#limits.partHeaderBytes))
    this.#parts++
    this.#headerBytes += text.length
    const { type, subtype } = this.#open.at(-1)?.content ?? PLAIN_TEXT
    const fallback = type === 'multipart' && subtype === 'digest' ? MESSAGE : PLAIN_TEXT
    const content = readContent(text, fallback, this.#limits.parameters)
    // Lines that are no header at all are a body whose header was forgotten.
    const bodyStart = text === '' || hasFields(text) ? header.body : at
    return this.#enter(this.#natureOf(content), at, bodyStart)
  }

  #enter(nature: Nature, headerStart: number, bodyStart: number): DraftPart {
    const bodyEnd = this.#raw.length
    const part: DraftPart = { ...nature, headerStart, bodyStart, bodyEnd, children: [], delimited: false }
    this.#open.at(-1)?.children.push(part)
    this.#open.push(part)
    return part
  }

  #natureOf(content: Content): Nature {
    const { type, subtype, encoding, params } = content
    const opaque = { kind: 'leaf', content: { ...content, ...OCTETS }, boundary: null } as const
    if (type === 'multipart') {
      const boundary = trimBlanks(parameterBytes(params, 'boundary'))
      if (boundary === '' || boundary.length > MAX_BOUNDARY) {
        return { kind: 'leaf', content: { ...content, type: 'text', subtype: 'plain' }, boundary: null }
      }
      if (this.#open.length >= this.#limits.depth) return opaque
      return { kind: 'multipart', content, boundary: Buffer.from(boundary, 'latin1') }
    }
    if (type === 'message' && (subtype === 'rfc822' || subtype === 'global')) {
      const isOpaque = !SEE_THROUGH.has(encoding) || this.#open.length >= this.#limits.depth || this.#isSpent()
      return isOpaque ? opaque : { kind: 'message', content, boundary: null }
    }
    return { kind: 'leaf', content, boundary: null }
  }

  #isSpent(): boolean {
    return this.#parts >= this.#limits.parts || this.#headerBytes >= this.#limits.headerBytes
  }

  #boundaries(): (Buffer | null)[] {
    return this.#open.map((part) => part.boundary)
  }
}
