import { isIP } from 'node:net'
import { getPublicSuffix } from 'tldts'
import { normaliseDomain } from '../../domain/address.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { ServiceDomains } from '../../domain/service-domains.ts'

/** Room for the longest name that is set before it, `_smtp._tls.` (RFC 1035 §2.3.4: 253 in all). */
const MAX_LENGTH = 253 - '_smtp._tls.'.length

/**
 * RFC 6761 and the IANA registry of special-use names: nobody can set records there. `test` is left out: it is what test
 * benches have.
 */
const SPECIAL: readonly string[] = ['localhost', 'local', 'invalid', 'example', 'onion', 'alt', 'internal', 'arpa']
const SPECIAL_DOMAINS: readonly string[] = ['example.com', 'example.net', 'example.org']

/** The name in ASCII and lower case. Throws invalid_request for what is none. */
export function readDomain(text: string): string {
  const bare = text.trim().replace(/\.$/, '')
  if (isIP(bare.replace(/^\[(?:ipv6:)?|\]$/gi, '')) !== 0) throw notAllowed('An IP address is no domain. Give a name.')
  const name = normaliseDomain(bare)
  if (name === null || /^\d+$/.test(name.split('.').at(-1) ?? ''))
    throw noDomain('is no domain: give it as example.com')
  if (name.length > MAX_LENGTH) throw noDomain(`is too long: a domain here has up to ${MAX_LENGTH} characters`)
  return name
}

export interface OwnNames {
  readonly domains: ServiceDomains
  /** Those that the service itself is reached by. */
  readonly hosts: readonly string[]
}

/** Throws domain_not_allowed where nobody may have it. */
export function requireAllowed(name: string, { domains, hosts }: OwnNames): void {
  if (domains.every) throw notAllowed('This service takes mail for every domain already. Use any address on it.')
  const own = [...domains.names, ...hosts].find((one) => isAtOrBelow(name, one))
  if (own !== undefined) throw notAllowed(`${own} is a name of this service itself. Add a domain of your own.`)
  if ([...SPECIAL, ...SPECIAL_DOMAINS].some((one) => isAtOrBelow(name, one))) {
    throw notAllowed(`${name} is a reserved name, which belongs to nobody. Add a domain of your own.`)
  }
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name) {
    throw notAllowed(
      `${name} is a public suffix: others have their domains below it. Add your own, such as mine.${name}`,
    )
  }
}

function isAtOrBelow(name: string, other: string): boolean {
  return name === other || name.endsWith(`.${other}`)
}

function noDomain(detail: string): DomainError {
  return new DomainError('invalid_request', `domain ${detail}`, { faults: [{ pointer: '/domain', detail }] })
}

function notAllowed(detail: string): DomainError {
  return new DomainError('domain_not_allowed', detail)
}
