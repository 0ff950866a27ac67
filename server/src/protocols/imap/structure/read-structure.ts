import { Buffer } from 'node:buffer'
import { envelopeOf, finishPart } from './finish-part.ts'
import { LineCounter } from './line-counter.ts'
import { PartSplitter } from './part-splitter.ts'
import type { Structure } from './structure.ts'
import type { StructureLimits } from './structure-limits.ts'

/**
 * Reads any bytes: what is broken or past the limits ends as `text/plain` or `application/octet-stream`. No part reaches
 * outside of the part it is in. Nothing is copied but header text, within the limits.
 */
export function readStructure(bytes: Uint8Array, limits: StructureLimits): Structure {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const root = new PartSplitter(raw, limits).split()
  const source = { raw, lines: new LineCounter(raw), limits }
  return { envelope: envelopeOf(source, root), body: finishPart(source, root), headerEnd: root.bodyStart }
}
