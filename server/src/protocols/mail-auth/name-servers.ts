import { Resolver } from 'node:dns/promises'
import { ShortCache } from '../../lib/short-cache.ts'

export type RecordType = 'A' | 'AAAA' | 'MX' | 'PTR' | 'TXT'
export type Answer = Awaited<ReturnType<Resolver['resolve']>>
/** Rejects like node:dns, with ENOTFOUND or ENODATA where there is no such record. */
export type Resolve = (name: string, type: RecordType) => Promise<Answer>

/** A lost packet is asked for once more. */
const TRY_MS = 1_000
const TRIES = 2
const CACHE_MS = 5_000
const CACHED_NAMES = 1_000

/** Asks name servers, and remembers what they said for some seconds: the mails of one sender ask the same. */
export class NameServers {
  readonly #resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  readonly #cache = new ShortCache<string, Promise<Answer>>({
    ttlMs: CACHE_MS,
    maxEntries: CACHED_NAMES,
    now: () => performance.now(),
  })

  /** Null asks those of the system. */
  constructor(servers: readonly string[] | null) {
    if (servers !== null) this.#resolver.setServers(servers)
  }

  /** The failures too are remembered, so that a dead server is not asked by every mail. */
  readonly resolve: Resolve = (name, type) => {
    const question = `${type} ${name.toLowerCase()}`
    const known = this.#cache.get(question)
    if (known) return known
    const answer = this.#resolver.resolve(name, type)
    this.#cache.set(question, answer)
    return answer
  }
}
