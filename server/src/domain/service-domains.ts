import type { Address } from './address.ts'
import { DomainError } from './domain-error.ts'

/** The domains on which every address is an inbox. `*` takes every domain: for a sandbox, never on the internet. */
export interface ServiceDomains {
  readonly names: readonly string[]
  readonly every: boolean
}

export function serves(domains: ServiceDomains, domain: string): boolean {
  return domains.every || domains.names.includes(domain)
}

export function requireServed(domains: ServiceDomains, address: Address): void {
  if (serves(domains, address.domain)) return
  throw new DomainError(
    'foreign_domain',
    `${address.domain} is none of this service's domains. Use an address on ${domains.names.join(' or ')}.`,
  )
}
