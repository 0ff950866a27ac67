/** The domains on which every address is an inbox. `*` takes every domain: for a sandbox, never on the internet. */
export interface ServiceDomains {
  readonly names: readonly string[]
  readonly every: boolean
}

export function serves(domains: ServiceDomains, domain: string): boolean {
  return domains.every || domains.names.includes(domain)
}
