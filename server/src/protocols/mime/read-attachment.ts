import type { Buffer } from 'node:buffer'
import { type Attachment, describeAttachment, sortLeaves } from './attachments.ts'
import { asBuffer } from './header-fields.ts'
import type { Defect, ParseLimits } from './parse-limits.ts'
import { splitParts } from './split-parts.ts'
import { decodeBody } from './transfer-encoding.ts'

/** The attachment of that index, as `parseMail` numbers them, with its content; undefined where there is none. */
export function readAttachment(
  raw: Uint8Array,
  index: number,
  limits: ParseLimits,
): (Attachment & { content: Buffer }) | undefined {
  const bytes = asBuffer(raw)
  const { attached } = sortLeaves(splitParts(bytes, limits, new Set<Defect>()))
  const part = index < limits.attachments ? attached[index] : undefined
  if (part === undefined) return undefined
  const { bytes: content } = decodeBody(bytes.subarray(part.start, part.end), part.encoding, bytes.length)
  return { ...describeAttachment(bytes, part, index), content }
}
