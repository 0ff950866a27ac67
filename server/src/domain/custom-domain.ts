export const DOMAIN_STATES = ['pending', 'verified', 'lost'] as const
export type DomainState = (typeof DOMAIN_STATES)[number]

/** What a record is for. The first two make a domain verified; the others are its owner's choice. */
export const RECORD_PURPOSES = ['ownership', 'mail', 'subdomains', 'mta_sts', 'tls_rpt'] as const
export type RecordPurpose = (typeof RECORD_PURPOSES)[number]

/** `error`: nobody could say. That is neither for nor against the domain. */
export const RECORD_STATUSES = ['ok', 'missing', 'wrong', 'error'] as const
export type RecordStatus = (typeof RECORD_STATUSES)[number]

export const RECORD_TYPES = ['TXT', 'MX', 'CNAME'] as const

/** What the last check found of one record. */
export interface RecordFinding {
  readonly purpose: RecordPurpose
  readonly type: (typeof RECORD_TYPES)[number]
  /** For people, and bounded: what stands there now. */
  readonly found: readonly string[]
  readonly status: RecordStatus
  /** A sentence that says what to do; null where there is nothing to say. */
  readonly hint: string | null
}

/** A domain as one account has it. Several may have the same one pending, each with its own token. */
export interface CustomDomain {
  readonly accountId: string
  /** In ASCII and lower case. */
  readonly name: string
  /** What proves the ownership. */
  readonly token: string
  readonly state: DomainState
  readonly createdAt: number
  /** Since when it has been verified, or was the last time. */
  readonly verifiedAt: number | null
  readonly lostAt: number | null
  readonly checkedAt: number | null
  /** When a verified one was first found without its records; null while they are there. */
  readonly missedAt: number | null
  readonly nextCheckAt: number
  /** Where its zone begins; null where no check could find it. */
  readonly zone: string | null
  /** Of the zone, as the last check found them. */
  readonly nameServers: readonly string[]
  readonly findings: readonly RecordFinding[]
}

/** A name that mail is taken for, and for whom. */
export interface VerifiedName extends VerifiedExtent {
  readonly name: string
  /** Null where nobody has it any more. */
  readonly accountId: string | null
  /** From when on it has been theirs, or nobody's. */
  readonly since: number
  /** Rises with every change to any name, in the order in which they are committed. */
  readonly change: number
}

/** What of a verified domain is served beside the name itself. */
export interface VerifiedExtent {
  /** Every name below it too. */
  readonly subdomains: boolean
  /** `mta-sts.` before the name leads here. */
  readonly mtaSts: boolean
}
