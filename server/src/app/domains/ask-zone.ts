import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { DnsAnswer, MailExchange, ZoneLookup } from '../../domain/dns-lookup.ts'
import type { DomainService } from './domain-service.ts'
import { OWNERSHIP_PREFIX } from './expected-records.ts'
import { type ExchangeAnswers, recordsOf, type ZoneAnswers } from './zone-answers.ts'

/** Of the hosts that take the mail in our place, so many are looked at more closely. */
const MAX_EXCHANGES = 3
const NOT_ASKED = { records: [] } as const
const LONGEST_NAME = 253

/**
 * All that has to be known of a domain, in two rounds: what must be there, then where a record that is not there may have
 * gone instead. Never more than some twenty questions.
 */
export async function askZone(
  zone: ZoneLookup,
  domain: { readonly name: string; readonly token: string },
  service: DomainService,
): Promise<ZoneAnswers> {
  const { name } = domain
  const apex = zone.apex ?? name
  const [ownership, mail, subdomains, transport] = await Promise.all([
    zone.ask('TXT', `_mayfly.${name}`),
    zone.ask('MX', name),
    zone.ask('MX', `${randomLabel()}.${name}`),
    askTransport(zone, name, service),
  ])
  const isOurs = ({ exchange }: MailExchange): boolean => exchange === service.mxHost
  const [ownershipElsewhere, mailElsewhere, exchanges] = await Promise.all([
    isEmpty(ownership) ? askForOwnership(zone, name, apex) : { alias: NOT_ASKED, doubled: NOT_ASKED, apex: NOT_ASKED },
    isEmpty(mail) ? askForMail(zone, name, apex) : { alias: NOT_ASKED, doubled: NOT_ASKED },
    askExchanges(
      zone,
      [mail, subdomains].flatMap((answer) => (recordsOf(answer).some(isOurs) ? [] : recordsOf(answer))),
    ),
  ])
  return { apex, ownership, ownershipElsewhere, mail, mailElsewhere, subdomains, exchanges, ...transport }
}

type TransportAnswers = Pick<ZoneAnswers, 'mtaSts' | 'policyAlias' | 'policyAddresses' | 'serviceAddresses' | 'tlsRpt'>

async function askTransport(zone: ZoneLookup, name: string, { policyHost }: DomainService): Promise<TransportAnswers> {
  const [mtaSts, policyAlias, policyAddresses, serviceAddresses, tlsRpt] =
    policyHost === null
      ? [NOT_ASKED, NOT_ASKED, NOT_ASKED, NOT_ASKED, NOT_ASKED]
      : await Promise.all([
          zone.ask('TXT', `_mta-sts.${name}`),
          zone.ask('CNAME', `mta-sts.${name}`),
          zone.ask('ADDRESS', `mta-sts.${name}`),
          zone.ask('ADDRESS', policyHost),
          zone.ask('TXT', `_smtp._tls.${name}`),
        ])
  return { mtaSts, policyAlias, policyAddresses, serviceAddresses, tlsRpt }
}

async function askForOwnership(
  zone: ZoneLookup,
  name: string,
  apex: string,
): Promise<ZoneAnswers['ownershipElsewhere']> {
  const [alias, doubled, atApex] = await Promise.all([
    zone.ask('CNAME', `_mayfly.${name}`),
    askIfShort(zone, 'TXT', `_mayfly.${name}.${apex}`),
    zone.ask('TXT', name),
  ])
  // A domain has many TXT records that are nobody's business here.
  return { alias, doubled, apex: { records: recordsOf(atApex).filter((text) => text.includes(OWNERSHIP_PREFIX)) } }
}

async function askForMail(zone: ZoneLookup, name: string, apex: string): Promise<ZoneAnswers['mailElsewhere']> {
  const [alias, doubled] = await Promise.all([zone.ask('CNAME', name), askIfShort(zone, 'MX', `${name}.${apex}`)])
  return { alias, doubled }
}

async function askExchanges(
  zone: ZoneLookup,
  others: readonly MailExchange[],
): Promise<ReadonlyMap<string, ExchangeAnswers>> {
  const names = [...new Set(others.map(({ exchange }) => exchange))].filter((name) => name !== '' && isIP(name) === 0)
  const asked = names.slice(0, MAX_EXCHANGES).map(async (name): Promise<[string, ExchangeAnswers]> => {
    const [alias, addresses] = await Promise.all([zone.ask('CNAME', name), zone.ask('ADDRESS', name)])
    return [name, { alias, addresses }]
  })
  return new Map(await Promise.all(asked))
}

/** RFC 1035 §2.3.4: what is longer is no name, and cannot be asked for. */
function askIfShort<Q extends 'TXT' | 'MX'>(
  zone: ZoneLookup,
  question: Q,
  name: string,
): ReturnType<typeof zone.ask<Q>> {
  return name.length > LONGEST_NAME ? Promise.resolve(NOT_ASKED) : zone.ask(question, name)
}

function isEmpty(answer: DnsAnswer<unknown>): boolean {
  return 'records' in answer && answer.records.length === 0
}

/** No name that somebody has set by itself: whatever answers for it is a wildcard. */
function randomLabel(): string {
  return `mayfly-${randomBytes(8).toString('hex')}`
}
