import type { Address } from '../../domain/address.ts'
import type { VerifiedName } from '../../domain/custom-domain.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { DomainStore } from '../../domain/domain-store.ts'
import { type ServiceDomains, serves } from '../../domain/service-domains.ts'

/** Whose the addresses on a domain are. */
export interface Keeper {
  /** Null where they are anybody's: on the service's own domains. */
  readonly accountId: string | null
  /** Mail from before that moment is not theirs. */
  readonly since: number
}

const ANYBODY: Keeper = { accountId: null, since: 0 }
const PAGE = 500

/**
 * Every domain that mail is taken for, in memory: whether an address is served is asked for each recipient and each poll.
 * Follows the store by its changes, those of other processes too.
 */
export class ServedDomains {
  readonly #store: Pick<DomainStore, 'verifiedSince'>
  readonly #service: ServiceDomains
  readonly #names = new Map<string, VerifiedName>()
  #seen = 0
  #reading: Promise<void> = Promise.resolve()

  constructor(store: Pick<DomainStore, 'verifiedSince'>, service: ServiceDomains) {
    this.#store = store
    this.#service = service
  }

  /** Null where no mail is taken for this domain. */
  keeperOf(domain: string): Keeper | null {
    if (serves(this.#service, domain)) return ANYBODY
    let since = 0
    // RFC 4592 §3.3.1: the nearest name above answers for it, or nobody does.
    for (let at = 0; at !== -1; at = nextLabel(domain, at)) {
      const known = this.#names.get(domain.slice(at))
      if (!known) continue
      // Also where that name is nobody's now: what came for it until then is not for whoever has the one above.
      since = Math.max(since, known.since)
      if (known.accountId !== null) return at === 0 || known.subdomains ? { accountId: known.accountId, since } : null
    }
    return null
  }

  /** Throws foreign_domain. */
  requireServed(address: Address): Keeper {
    const keeper = this.keeperOf(address.domain)
    if (keeper === null) throw this.foreign(address.domain)
    return keeper
  }

  /** Throws foreign_domain, also where it is served for another account: nobody learns of that. */
  requireServedFor(accountId: string, address: Address): Keeper {
    const keeper = this.requireServed(address)
    if (!isFor(keeper, accountId)) throw this.foreign(address.domain)
    return keeper
  }

  /** Whether this domain itself is verified. */
  has(domain: string): boolean {
    return (this.#names.get(domain)?.accountId ?? null) !== null
  }

  /** Those domains whose policy is looked for here. */
  withPolicy(): readonly string[] {
    return [...this.#names.values()].filter(({ mtaSts }) => mtaSts).map(({ name }) => name)
  }

  /** When this resolves, every change that was committed before the call is known. One at a time, so that none is undone. */
  refresh(): Promise<void> {
    const read = this.#reading.then(() => this.#read())
    this.#reading = read.catch(() => undefined)
    return read
  }

  async #read(): Promise<void> {
    for (;;) {
      const page = await this.#store.verifiedSince(this.#seen, PAGE)
      for (const changed of page) {
        this.#names.set(changed.name, changed)
        this.#seen = changed.change
      }
      if (page.length < PAGE) return
    }
  }

  foreign(domain: string): DomainError {
    const names = this.#service.names.join(' or ')
    const advice = `Use an address on ${names}, or on a domain that your account has verified.`
    return new DomainError('foreign_domain', `${domain} is none of this service's domains. ${advice}`)
  }
}

/** Where the label after this one begins; -1 behind the last. */
function nextLabel(domain: string, at: number): number {
  const dot = domain.indexOf('.', at)
  return dot === -1 ? -1 : dot + 1
}

export function isFor({ accountId }: Keeper, asking: string): boolean {
  return accountId === null || accountId === asking
}
