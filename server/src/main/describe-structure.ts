import { DEFAULT_STRUCTURE_LIMITS, packStructure, readStructure } from '../protocols/imap/structure/structure.ts'

/** What IMAP tells of a mail without its text, as it is kept. */
export function describeStructure(raw: Uint8Array): string {
  return packStructure(readStructure(raw, DEFAULT_STRUCTURE_LIMITS))
}
