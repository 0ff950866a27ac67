/** RFC 8601 §2.7: the words that a check may end with. */
export type Result = 'none' | 'pass' | 'fail' | 'softfail' | 'neutral' | 'policy' | 'temperror' | 'permerror'

interface Verdict {
  readonly result: Result
  readonly domain: string | null
  readonly info: string | null
}

export interface Spf extends Verdict {
  readonly identity: 'mailfrom' | 'helo' | null
  readonly client_ip: string | null
}

export interface Signature extends Verdict {
  readonly selector: string
  readonly algorithm: string
}

export interface Dkim extends Verdict {
  readonly selector: string | null
  readonly signatures: readonly Signature[]
}

export const POLICIES = ['none', 'quarantine', 'reject'] as const

export interface Dmarc extends Verdict {
  readonly policy: (typeof POLICIES)[number] | null
  readonly aligned: readonly ('spf' | 'dkim')[]
}

export interface Arc extends Verdict {
  readonly instance: number
}

export interface Results {
  readonly spf: Spf
  readonly dkim: Dkim
  readonly dmarc: Dmarc
  readonly arc: Arc
}

/** How the mail came to us. */
export interface Origin {
  /** Null where it did not come by SMTP. */
  readonly peer: { readonly address: string; readonly helo: string } | null
  /** '' for the null reverse-path. */
  readonly envelopeFrom: string
}

const MAX_INFO = 300

/** What is told to people may quote a sender or a name server: one line, and not a long one. */
export function toInfo(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_INFO)
}
