/** A record to set where the domain's name servers are kept, and what was found there. */
export interface DomainRecord {
  readonly type: 'TXT' | 'MX' | 'CNAME'
  /** The whole name. Many providers want it without the domain at its end. */
  readonly host: string
  readonly value: string
  /** Of an MX record. */
  readonly priority: number | null
  /** What the last check saw there. */
  readonly found: readonly string[]
  readonly status: 'ok' | 'missing' | 'wrong' | 'error'
  /** What to do, where something is to be done. */
  readonly hint: string | null
  readonly purpose: 'ownership' | 'mail' | 'subdomains' | 'mta_sts' | 'tls_rpt'
  /** The domain is verified without it. */
  readonly optional: boolean
}

/** A domain of your own whose addresses are inboxes of your account. */
export interface Domain {
  readonly domain: string
  /** `pending` until its records are found; `lost` when they are gone, and mail is no longer taken. */
  readonly state: 'pending' | 'verified' | 'lost'
  readonly createdAt: string
  readonly verifiedAt: string | null
  readonly lostAt: string | null
  readonly checkedAt: string | null
  readonly nextCheckAt: string | null
  /** The name that its zone begins with: DNS providers add it to names by themselves. */
  readonly zone: string | null
  readonly nameServers: readonly string[]
  readonly records: readonly DomainRecord[]
}
