import type { DnsAnswer, DnsFailure, DnsLookup, DnsQuestion, DnsRecords, ZoneLookup } from '../../domain/dns-lookup.ts'
import { type DomainService, policyHostOf } from './domain-service.ts'
import type { ZoneAnswers } from './zone-answers.ts'

export const SERVICE: DomainService = {
  mxHost: 'mx.mayfly.test',
  policyHost: policyHostOf('https://app.mayfly.test'),
  mtaStsMode: 'testing',
}

type Records = { -readonly [Q in DnsQuestion]?: readonly DnsRecords[Q][] }

/** Name servers whose records a test changes as it goes; what is not in them is not there. */
export class TestZone implements DnsLookup {
  records: Record<string, Records> = {}
  /** While it is set, nobody answers anything else. */
  failure: DnsFailure | null = null
  /** Below this name any name has the records of `*.` and the name. */
  wildcard: string | null = null
  readonly asked: string[] = []
  /** The domains that somebody began to ask about. */
  readonly opened: string[] = []
  /** What is asked from now on is answered when this resolves, with the records as they were when it was asked. */
  gate: Promise<void> = Promise.resolve()

  /** The two records that make a domain verified. */
  verify({
    domain,
    records,
  }: {
    readonly domain: string
    readonly records: readonly { readonly value: string }[]
  }): void {
    this.records[`_mayfly.${domain}`] = { TXT: [records[0]?.value ?? ''] }
    this.records[domain] = { MX: [{ exchange: SERVICE.mxHost, priority: 10 }] }
  }

  async zoneOf(domain: string): Promise<ZoneLookup> {
    this.opened.push(domain)
    const apex = domain.split('.').slice(-2).join('.')
    return { apex, nameServers: [`ns1.${apex}`], ask: (question, name) => this.#answer(question, name) }
  }

  async #answer<Q extends DnsQuestion>(question: Q, name: string): Promise<DnsAnswer<DnsRecords[Q]>> {
    const answer = this.#look(question, name)
    await this.gate
    return answer
  }

  #look<Q extends DnsQuestion>(question: Q, name: string): DnsAnswer<DnsRecords[Q]> {
    this.asked.push(`${question} ${name}`)
    if (this.failure !== null) return { failure: this.failure }
    const { wildcard } = this
    const own = this.records[name]
    const from = own ?? (wildcard !== null && name.endsWith(`.${wildcard}`) ? this.records[`*.${wildcard}`] : undefined)
    return { records: (from?.[question] ?? []) as readonly DnsRecords[Q][] }
  }
}

const NOTHING = { records: [] } as const

/** Of a zone in which nothing is set. */
export const EMPTY: ZoneAnswers = {
  apex: 'shop.test',
  ownership: NOTHING,
  ownershipElsewhere: { alias: NOTHING, doubled: NOTHING, apex: NOTHING },
  mail: NOTHING,
  mailElsewhere: { alias: NOTHING, doubled: NOTHING },
  subdomains: NOTHING,
  exchanges: new Map(),
  mtaSts: NOTHING,
  policyAlias: NOTHING,
  policyAddresses: NOTHING,
  serviceAddresses: NOTHING,
  tlsRpt: NOTHING,
}
