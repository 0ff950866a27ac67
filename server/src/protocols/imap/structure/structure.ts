import type { BodyPart } from './body-part.ts'
import type { Envelope } from './envelope.ts'

export type { BodyPart, Disposition, LeafPart, MessagePart, Multipart, Offsets, Parameters } from './body-part.ts'
export type { Address, Envelope } from './envelope.ts'
export { packStructure, unpackStructure } from './pack-structure.ts'
export { readStructure } from './read-structure.ts'
export { type Section, sectionBytes } from './section-bytes.ts'
export { DEFAULT_STRUCTURE_LIMITS, type StructureLimits } from './structure-limits.ts'
export type { Wire } from './wire.ts'
export { writeBody } from './write-body.ts'
export { writeEnvelope } from './write-envelope.ts'

/**
 * What FETCH tells of a message without its text (RFC 3501 §7.4.2). Plain data, made once and kept beside the message.
 * Strings hold one character for each byte (latin1), since a header may hold any byte.
 *
 * Messages are stored as they came, and every size and offset counts the stored bytes: a line that ends with a bare LF is
 * sent with a bare LF. Mending line ends would break signatures, make BODY[] another message than the API's source, and
 * make every byte range a copy.
 */
export type Structure = {
  readonly envelope: Envelope
  readonly body: BodyPart
  /** Where the text begins. */
  readonly headerEnd: number
}
