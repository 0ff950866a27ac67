export interface MailExchange {
  /** In lower case, without the dot at its end; empty for the root, which is the null MX of RFC 7505. */
  readonly exchange: string
  readonly priority: number
}

/** What can be asked, and what a record of it is. Names are in lower case and have no dot at their end. */
export interface DnsRecords {
  readonly TXT: string
  readonly MX: MailExchange
  readonly CNAME: string
  readonly NS: string
  /** A and AAAA together. */
  readonly ADDRESS: string
}

export type DnsQuestion = keyof DnsRecords

export const DNS_FAILURES = ['timeout', 'servfail', 'refused', 'malformed'] as const
export type DnsFailure = (typeof DNS_FAILURES)[number]

/** A name that is not there and one without such a record are the same: no records. A failure says nothing of either. */
export type DnsAnswer<T> = { readonly records: readonly T[] } | { readonly failure: DnsFailure }

/** Asks about one zone. */
export interface ZoneLookup {
  /** Where the zone begins: the domain itself or a name above it; null where nobody could say. */
  readonly apex: string | null
  /** Likewise empty. */
  readonly nameServers: readonly string[]
  /** Never rejects, and always settles: once the signal has aborted, as a time-out. */
  ask<Q extends DnsQuestion>(question: Q, name: string): Promise<DnsAnswer<DnsRecords[Q]>>
}

/** Whatever it says was written by strangers. What it gives is bounded in length and count. */
export interface DnsLookup {
  /** The zone that this domain is in. Never rejects. */
  zoneOf(domain: string, signal: AbortSignal): Promise<ZoneLookup>
}
