import type { Domain, DomainRecord } from '../api/types.ts'
import { DNS_PROVIDERS, type DnsProvider, OTHER } from './dns-providers.ts'

/** What is typed into the form of a provider for one record. */
export interface RecordForm {
  readonly name: string
  readonly value: string
  /** Null where there is no such field to fill in. */
  readonly priority: string | null
}

/** The provider by its name servers, where it is one that we know. */
export function recogniseProvider(nameServers: readonly string[]): DnsProvider {
  const runs = ({ nameServers: ends }: DnsProvider) =>
    nameServers.some((server) => ends.some((end) => `.${server}`.endsWith(end) || `.${server}.`.includes(`${end}-`)))
  return DNS_PROVIDERS.find(runs) ?? OTHER
}

export function fillIn(record: DomainRecord, zone: string, provider: DnsProvider): RecordForm {
  const priority = record.priority === null ? null : String(record.priority)
  const value = valueFor(record, provider)
  const inValue = provider.priority === 'value' && priority !== null
  return {
    name: nameFor(record.host, zone, provider),
    value: inValue ? `${priority} ${value}` : value,
    priority: inValue ? null : priority,
  }
}

function nameFor(host: string, zone: string, { apex, names }: DnsProvider): string {
  if (host === zone) return apex ?? host
  return names === 'relative' && host.endsWith(`.${zone}`) ? host.slice(0, -zone.length - 1) : host
}

function valueFor({ type, value }: DomainRecord, { dot, quotes }: DnsProvider): string {
  if (type === 'TXT') return quotes ? `"${value}"` : value
  return dot ? `${value}.` : value
}

/** The records as lines of a zone file (RFC 1035 §5.1). */
export function zoneFile({ records }: Domain): string {
  const lines = records.map(({ type, host, value, priority }) => {
    const data = type === 'TXT' ? `"${value}"` : `${priority === null ? '' : `${priority} `}${value}.`
    return `${host}. 3600 IN ${type} ${data}`
  })
  return `${lines.join('\n')}\n`
}
