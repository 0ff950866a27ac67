import type { Buffer } from 'node:buffer'
import type { BodyPart, LeafPart, Offsets } from './body-part.ts'
import { type Content, PLAIN_TEXT, readContent } from './content-fields.ts'
import { type Envelope, readEnvelope } from './envelope.ts'
import type { LineCounter } from './line-counter.ts'
import type { DraftPart } from './part-splitter.ts'
import type { StructureLimits } from './structure-limits.ts'

export type Source = { readonly raw: Buffer; readonly lines: LineCounter; readonly limits: StructureLimits }

/** The parts are visited as they stand in the mail, which is how the line counter wants it. */
export function finishPart(source: Source, draft: DraftPart): BodyPart {
  const { content, children, headerStart, bodyStart, bodyEnd } = draft
  const offsets = { headerStart, bodyStart, bodyEnd }
  const [body] = children
  if (draft.kind === 'multipart' && (draft.delimited || bodyStart === bodyEnd)) {
    const { type, subtype, params, disposition, language, location } = content
    const parts = body === undefined ? [emptyPart(bodyStart)] : children.map((child) => finishPart(source, child))
    return { kind: 'multipart', type, subtype, params, disposition, language, location, offsets, parts }
  }
  if (draft.kind === 'message' && body !== undefined) {
    const before = source.lines.countTo(bodyStart)
    const inside = { envelope: envelopeOf(source, body), body: finishPart(source, body) }
    const lines = source.lines.countTo(bodyEnd) - before
    return { kind: 'message', ...content, size: bodyEnd - bodyStart, ...inside, lines, offsets }
  }
  // A multipart in which no delimiter was found is shown as the text it is.
  const shown = draft.kind === 'multipart' ? { ...content, type: 'text', subtype: 'plain' } : content
  return makeLeaf(shown, offsets, source)
}

export function envelopeOf({ raw, limits }: Source, { headerStart, bodyStart }: DraftPart): Envelope {
  const end = Math.min(bodyStart, headerStart + limits.partHeaderBytes)
  return readEnvelope(raw.toString('latin1', headerStart, end), limits)
}

function makeLeaf(content: Content, offsets: Offsets, { lines }: Source): LeafPart {
  const size = offsets.bodyEnd - offsets.bodyStart
  if (content.type !== 'text') return { kind: 'leaf', ...content, size, lines: null, offsets }
  const before = lines.countTo(offsets.bodyStart)
  return { kind: 'leaf', ...content, size, lines: lines.countTo(offsets.bodyEnd) - before, offsets }
}

/** RFC 3501 §9, body-type-mpart: a multipart has at least one part. */
function emptyPart(at: number): LeafPart {
  const offsets = { headerStart: at, bodyStart: at, bodyEnd: at }
  return { kind: 'leaf', ...readContent('', PLAIN_TEXT, 0), size: 0, lines: 0, offsets }
}
