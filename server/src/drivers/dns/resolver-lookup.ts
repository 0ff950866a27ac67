import type { ResolverOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIPv4 } from 'node:net'
import type { DnsAnswer, DnsLookup, DnsQuestion, DnsRecords, ZoneLookup } from '../../domain/dns-lookup.ts'
import { askResolver } from './ask-resolver.ts'

export interface ResolverLookupOptions {
  /** Addresses of resolvers, with a port where it is not 53. Null takes those of the system. */
  readonly servers: readonly string[] | null
  /** How the zone's own servers are reached; null leaves them alone. */
  readonly authoritative: {
    /** A zone names its servers itself: it must not make us knock at doors inside. */
    readonly allows: (address: string) => boolean
    readonly port: number
  } | null
}

/** A question that nobody answers costs two of these, and each further server of the zone one more. */
const RESOLVER_MS = 3_000
const OWN_SERVER_MS = 2_000
/** RFC 1034 §4.1 wants two; large zones have four to six. */
const MAX_NAME_SERVERS = 6
const MAX_OWN_SERVERS = 3
/** From the domain up to where its zone begins. */
const MAX_STEPS = 6

/**
 * Asks a zone's own servers, which know a change at once, and the resolver where they have nothing to say: they do not
 * follow a CNAME out of their zone, and they may be down.
 */
export class ResolverLookup implements DnsLookup {
  readonly #options: ResolverLookupOptions

  constructor(options: ResolverLookupOptions) {
    this.#options = options
  }

  async zoneOf(domain: string, signal: AbortSignal): Promise<ZoneLookup> {
    const { servers } = this.#options
    const resolver = openResolver({ timeout: RESOLVER_MS, maxTimeout: RESOLVER_MS, tries: 2 }, servers, signal)
    const { apex, nameServers } = await findZone(resolver, domain)
    const addresses = await this.#addressesOf(resolver, nameServers)
    const own = addresses.length > 0 ? openResolver({ timeout: OWN_SERVER_MS, tries: 1 }, addresses, signal) : null
    return { apex, nameServers, ask: (question, name) => askBoth(own, resolver, signal, question, name) }
  }

  async #addressesOf(resolver: Resolver, nameServers: readonly string[]): Promise<readonly string[]> {
    const { authoritative } = this.#options
    if (authoritative === null) return []
    const { allows, port } = authoritative
    const asked = nameServers.slice(0, MAX_OWN_SERVERS).map((name) => askResolver(resolver, 'ADDRESS', name))
    const found = (await Promise.all(asked)).map((answer) => ('records' in answer ? answer.records.filter(allows) : []))
    // One of each server: another address of a dead one is as dead. Not every machine has IPv6.
    const chosen = found.flatMap((addresses) => addresses.find(isIPv4) ?? addresses[0] ?? [])
    return chosen.map((address) => (isIPv4(address) ? `${address}:${port}` : `[${address}]:${port}`))
  }
}

/** One for each check: to end its questions is to end those of nobody else. */
function openResolver(options: ResolverOptions, servers: readonly string[] | null, signal: AbortSignal): Resolver {
  const resolver = new Resolver(options)
  if (servers !== null) resolver.setServers(servers)
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  return resolver
}

async function askBoth<Q extends DnsQuestion>(
  own: Resolver | null,
  resolver: Resolver,
  signal: AbortSignal,
  question: Q,
  name: string,
): Promise<DnsAnswer<DnsRecords[Q]>> {
  if (signal.aborted) return { failure: 'timeout' }
  const first = own === null ? null : await askResolver(own, question, name)
  if (first && 'records' in first && first.records.length > 0) return first
  if (signal.aborted) return { failure: 'timeout' }
  return askResolver(resolver, question, name)
}

/** RFC 1034 §4.2.1: the name servers stand at the top of the zone, which may be some labels up. */
async function findZone(resolver: Resolver, domain: string): Promise<Pick<ZoneLookup, 'apex' | 'nameServers'>> {
  const labels = domain.split('.')
  for (let up = 0; up < Math.min(labels.length - 1, MAX_STEPS); up++) {
    const apex = labels.slice(up).join('.')
    const answer = await askResolver(resolver, 'NS', apex)
    if ('failure' in answer) break
    if (answer.records.length > 0) return { apex, nameServers: answer.records.toSorted().slice(0, MAX_NAME_SERVERS) }
  }
  return { apex: null, nameServers: [] }
}
