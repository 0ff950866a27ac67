import type { CallOptions, CreateOptions } from './call.ts'
import { toCamelCase } from './camel-case.ts'
import { checkDomain } from './check-arguments.ts'
import type { Domain } from './domain.ts'
import { Listing, type ListOptions } from './listing.ts'
import type { Transport } from './transport.ts'

/** Your own domains: `mayfly.domains`. */
export class Domains {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Gives the records to set. Mail is taken once they are found. */
  async create(domain: string, options: CreateOptions = {}): Promise<Domain> {
    const call = { ...options, method: 'POST', path: '/v1/domains', json: { domain: checkDomain(domain) } } as const
    return toCamelCase(await this.#transport.json(call)) as Domain
  }

  list(options: ListOptions = {}): Listing<Domain> {
    return new Listing(this.#transport, '/v1/domains', {}, options)
  }

  async get(domain: string, options: CallOptions = {}): Promise<Domain> {
    return toCamelCase(await this.#transport.json({ ...options, method: 'GET', path: pathOf(domain) })) as Domain
  }

  /** Looks at the records now. The server looks by itself too, often at first, and takes this once in 10 seconds. */
  async check(domain: string, options: CreateOptions = {}): Promise<Domain> {
    const call = { ...options, method: 'POST', path: `${pathOf(domain)}/check` } as const
    return toCamelCase(await this.#transport.json(call)) as Domain
  }

  /** No mail is taken for it from now on. What has come stays as long as your plan keeps it. */
  async delete(domain: string, options: CallOptions = {}): Promise<void> {
    await this.#transport.json({ ...options, method: 'DELETE', path: pathOf(domain) })
  }
}

function pathOf(domain: string): string {
  return `/v1/domains/${encodeURIComponent(checkDomain(domain))}`
}
