import { isIP } from 'node:net'
import { canonicalAddress } from '../../lib/net/public-address.ts'
import type { ResolveHost } from '../../lib/net/resolve-host.ts'
import { ShortCache } from '../../lib/short-cache.ts'

const MAX_NAMES = 10_000

/**
 * Remembers for a few seconds what names resolve to, and asks once for all who ask meanwhile: a thousand deliveries to
 * one host are not a thousand queries.
 */
export class AddressBook {
  readonly #resolve: ResolveHost
  readonly #known: ShortCache<string, readonly string[]>
  readonly #asked = new Map<string, Promise<readonly string[]>>()

  constructor(resolve: ResolveHost, ttlMs: number, now: () => number) {
    this.#resolve = resolve
    this.#known = new ShortCache({ ttlMs, maxEntries: MAX_NAMES, now })
  }

  /** Each address once, in the order in which they were given. A literal address is its own answer. */
  async addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return toCanonical([host])
    const known = this.#known.get(host)
    if (known) return known
    const asked = this.#asked.get(host) ?? this.#ask(host)
    this.#asked.set(host, asked)
    return asked
  }

  async #ask(host: string): Promise<readonly string[]> {
    try {
      const addresses = toCanonical(await this.#resolve(host))
      this.#known.set(host, addresses)
      return addresses
    } finally {
      this.#asked.delete(host)
    }
  }
}

/** What is no plain address stays as it is, for the rules to refuse. */
function toCanonical(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses.map((address) => canonicalAddress(address) ?? address))]
}
