import type { ServiceDomains } from '../domain/service-domains.ts'

/** A domain that mail is surely taken for. */
export function sampleDomain({ names }: ServiceDomains): string {
  return names[0] ?? 'mayfly.test'
}

export function ownerEmail(domains: ServiceDomains): string {
  return `owner@${sampleDomain(domains)}`
}
