import type { Resolver } from 'node:dns/promises'
import type { DnsAnswer, DnsFailure, DnsQuestion, DnsRecords } from '../../domain/dns-lookup.ts'

type Ask<T> = (resolver: Resolver, name: string) => Promise<readonly T[]>

/** More than any zone has a use for. What c-ares reads is bounded by a message's 64 KiB before that. */
const MAX_RECORDS = 1_000
const MAX_TEXT = 4_096
const MAX_NAME = 255

const QUESTIONS: { readonly [Q in DnsQuestion]: Ask<DnsRecords[Q]> } = {
  // RFC 1035 §3.3.14: one record may be several strings; together they are its text.
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('').slice(0, MAX_TEXT)),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ exchange, priority }) => ({ exchange: tidy(exchange), priority })),
  // To an answer without a CNAME c-ares gives the name itself.
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(tidy).filter((alias) => alias !== name),
  NS: async (resolver, name) => (await resolver.resolveNs(name)).map(tidy),
  ADDRESS: askAddresses,
}

export async function askResolver<Q extends DnsQuestion>(
  resolver: Resolver,
  question: Q,
  name: string,
): Promise<DnsAnswer<DnsRecords[Q]>> {
  try {
    const records = await QUESTIONS[question](resolver, name)
    return { records: records.slice(0, MAX_RECORDS) }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    return NOTHING.has(code) ? { records: [] } : { failure: FAILURES[code] ?? 'malformed' }
  }
}

/** RFC 2308 §2: the name does not exist, or has no record of this type. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA'])

/** The words of c-ares. What is not here is an answer that cannot be read. */
const FAILURES: Readonly<Record<string, DnsFailure>> = {
  ETIMEOUT: 'timeout',
  ECANCELLED: 'timeout',
  ECONNREFUSED: 'timeout',
  ESERVFAIL: 'servfail',
  EREFUSED: 'refused',
  ENOTIMP: 'refused',
}

/** One family is enough; that a name has neither takes the word of both. */
async function askAddresses(resolver: Resolver, name: string): Promise<readonly string[]> {
  const both = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = both.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = both.find((answer) => answer.status === 'rejected' && !NOTHING.has(answer.reason?.code))
  if (found.length === 0 && failed?.status === 'rejected') throw failed.reason
  return found
}

function tidy(name: string): string {
  return name.replace(/\.$/, '').toLowerCase().slice(0, MAX_NAME)
}
