/** What the structure of one mail may hold. What is past a limit is one part that is not looked into, or is left out. */
export type StructureLimits = {
  /** Multiparts and messages inside each other. */
  readonly depth: number
  readonly parts: number
  /** Header bytes read of one part, and of all parts together. */
  readonly partHeaderBytes: number
  readonly headerBytes: number
  /** Of one header field. */
  readonly parameters: number
  /** Of one field of the envelope. */
  readonly addresses: number
}

export const DEFAULT_STRUCTURE_LIMITS: StructureLimits = {
  depth: 32,
  parts: 1000,
  partHeaderBytes: 64 * 1024,
  headerBytes: 256 * 1024,
  parameters: 100,
  addresses: 1000,
}
