import { type AuthResults, isFinal } from '../domain/auth-results.ts'
import { ShortCache } from '../lib/short-cache.ts'
import type { Deps } from './deps.ts'
import type { Found } from './message-view.ts'

/** What could not be answered is not asked again for so long. */
const ASK_AGAIN_MS = 60_000
const REMEMBERED = 10_000

/** Gives the results of a message's checks: made when it is first looked at, and kept in the store once they are final. */
export class Authentications {
  readonly #deps: Deps
  /** Readers that come at the same moment share one check. */
  readonly #underWay = new Map<string, Promise<AuthResults | null>>()
  /** What is not final, and so not in the store. */
  readonly #passing: ShortCache<string, AuthResults | null>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#passing = new ShortCache({ ttlMs: ASK_AGAIN_MS, maxEntries: REMEMBERED, now: () => deps.clock.now() })
  }

  /** Whoever is not patient enough gets the message without results, and the check goes on. */
  async complete(found: Found, patienceMs: number): Promise<Found> {
    const auth = found.message.auth ?? (await this.#find(found, patienceMs))
    return { ...found, message: { ...found.message, auth } }
  }

  async #find(found: Found, patienceMs: number): Promise<AuthResults | null> {
    const glanced = this.#deps.authenticator.glance(found.message, found.rendition)
    if (glanced) return glanced
    const place = `${found.inbox.id}:${found.message.seq}`
    const passing = this.#passing.get(place)
    if (passing !== undefined) return passing
    let checking = this.#underWay.get(place)
    if (!checking) {
      checking = this.#check(found, place)
      this.#underWay.set(place, checking)
    }
    return inTime(checking, patienceMs)
  }

  /** Never rejects: a message can be read whatever is wrong with the check. */
  async #check({ inbox, message }: Found, place: string): Promise<AuthResults | null> {
    const { store, authenticator, onBackgroundError } = this.#deps
    try {
      const auth = await authenticator.check(message, message.sizeBytes, () => store.raw(inbox.id, message.seq))
      if (auth && isFinal(auth)) await store.saveAuth(inbox.id, message.seq, auth)
      else this.#passing.set(place, auth)
      return auth
    } catch (error) {
      onBackgroundError(error, 'authenticate a message')
      this.#passing.set(place, null)
      return null
    } finally {
      this.#underWay.delete(place)
    }
  }
}

async function inTime<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
