/** What one mail may cost its reader. Past a limit the mail is read in part, and the limit named among its defects. */
export type ParseLimits = {
  /** Multiparts inside multiparts. */
  readonly depth: number
  readonly parts: number
  /** Header bytes read of one part, and of all parts together. */
  readonly partHeaderBytes: number
  readonly headerBytes: number
  /** Bytes decoded for `text`, and as many again for `html`. */
  readonly textBytes: number
  /** HTML characters turned into readable text. */
  readonly readableChars: number
  readonly attachments: number
}

export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  depth: 32,
  parts: 1000,
  partHeaderBytes: 64 * 1024,
  headerBytes: 256 * 1024,
  textBytes: 5 * 1024 * 1024,
  readableChars: 1024 * 1024,
  attachments: 200,
}

/** Short codes for what kept a mail from being read whole or as written. */
export type Defect =
  | 'attachments'
  | 'charset'
  | 'crash'
  | 'depth'
  | 'header_size'
  | 'malformed'
  | 'parts'
  | 'text_size'
  | 'timeout'
