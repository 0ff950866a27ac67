import type { DnsAnswer, MailExchange } from '../../domain/dns-lookup.ts'

/** What the zone says about one domain. What was not worth asking is an answer without records. */
export interface ZoneAnswers {
  /** Where the zone begins: what a provider adds to a name by itself. */
  readonly apex: string
  readonly ownership: DnsAnswer<string>
  readonly ownershipElsewhere: {
    readonly alias: DnsAnswer<string>
    /** At the name with the zone's own name behind it once more. */
    readonly doubled: DnsAnswer<string>
    /** At the domain itself. */
    readonly apex: DnsAnswer<string>
  }
  readonly mail: DnsAnswer<MailExchange>
  readonly mailElsewhere: {
    readonly alias: DnsAnswer<string>
    readonly doubled: DnsAnswer<MailExchange>
  }
  /** Of a name that nobody can have set: what is found there comes from a wildcard. */
  readonly subdomains: DnsAnswer<MailExchange>
  /** Of some hosts that take the mail in our place. */
  readonly exchanges: ReadonlyMap<string, ExchangeAnswers>
  readonly mtaSts: DnsAnswer<string>
  readonly policyAlias: DnsAnswer<string>
  readonly policyAddresses: DnsAnswer<string>
  /** Of the service itself, to compare with. */
  readonly serviceAddresses: DnsAnswer<string>
  readonly tlsRpt: DnsAnswer<string>
}

export interface ExchangeAnswers {
  readonly alias: DnsAnswer<string>
  readonly addresses: DnsAnswer<string>
}

export function recordsOf<T>(answer: DnsAnswer<T>): readonly T[] {
  return 'records' in answer ? answer.records : []
}
