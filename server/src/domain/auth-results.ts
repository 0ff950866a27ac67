/** RFC 8601 §2.7: the words that a check may end with. */
export type AuthResult = 'none' | 'pass' | 'fail' | 'softfail' | 'neutral' | 'policy' | 'temperror' | 'permerror'

interface Verdict {
  readonly result: AuthResult
  /** Whose word was checked; null where nobody gave any. */
  readonly domain: string | null
  /** Why, for people; null where the result says it all. */
  readonly info: string | null
}

/** RFC 7208: may this peer send for the domain of the envelope? */
export interface SpfVerdict extends Verdict {
  /** What `domain` was taken from. */
  readonly identity: 'mailfrom' | 'helo' | null
  readonly client_ip: string | null
}

/** RFC 6376: one signature. */
export interface DkimSignature extends Verdict {
  readonly selector: string
  readonly algorithm: string
}

/** The best of the signatures, with all of them. */
export interface DkimVerdict extends Verdict {
  readonly selector: string | null
  readonly signatures: readonly DkimSignature[]
}

/** RFC 7489: does the domain of From stand behind the mail? */
export interface DmarcVerdict extends Verdict {
  /** What the domain asks receivers to do with a mail that fails. */
  readonly policy: 'none' | 'quarantine' | 'reject' | null
  /** The checks that passed for a domain that belongs with From's. */
  readonly aligned: readonly ('spf' | 'dkim')[]
}

/** RFC 8617: the chain of those who passed the mail on. */
export interface ArcVerdict extends Verdict {
  /** How many have sealed it. */
  readonly instance: number
}

/** Whether a mail is from whom it says it is from. */
export interface AuthResults {
  readonly spf: SpfVerdict
  readonly dkim: DkimVerdict
  readonly dmarc: DmarcVerdict
  readonly arc: ArcVerdict
}

/** Who handed the mail to us. */
export interface Peer {
  readonly address: string
  /** What it called itself in HELO or EHLO. */
  readonly helo: string
}

/** Whether a later check could end otherwise. */
export function isFinal({ spf, dkim, dmarc, arc }: AuthResults): boolean {
  return [spf, dkim, dmarc, arc, ...dkim.signatures].every(({ result }) => result !== 'temperror')
}

const LATER = { result: 'temperror', domain: null, info: 'Not known yet. Read the message again later.' } as const

/** RFC 8601 §2.7.1: temperror is the word for what a later attempt may answer. */
export const NOT_KNOWN_YET: AuthResults = {
  spf: { ...LATER, identity: null, client_ip: null },
  dkim: { ...LATER, selector: null, signatures: [] },
  dmarc: { ...LATER, policy: null, aligned: [] },
  arc: { ...LATER, instance: 0 },
}
