import type { Account, Role } from '../domain/account.ts'
import type { ApiKey, KeyScope } from '../domain/api-key.ts'
import { isKeyText, keyDigest } from '../domain/api-key.ts'
import { DomainError } from '../domain/domain-error.ts'
import type { Session, UserRecord } from '../domain/people-store.ts'
import type { Plan, PlanTable } from '../domain/plan.ts'
import type { Clock, KeyHolder, Store, Wakeup } from '../domain/ports.ts'
import { ShortCache } from '../lib/short-cache.ts'

/** Who is asking, and what their plan allows. */
interface Asker {
  readonly account: Account
  readonly plan: Plan
  /** What they may see and change of the mail. */
  readonly scope: KeyScope
  /** What they may see and change of the account. */
  readonly role: Role
  /** From where, once it is known. */
  readonly address: string | null
}

export interface KeyPrincipal extends Asker {
  readonly key: ApiKey
  readonly user: null
  readonly session: null
}

/** Somebody who has signed in. */
export interface UserPrincipal extends Asker {
  readonly key: null
  readonly user: UserRecord
  readonly session: Session
}

export type Principal = KeyPrincipal | UserPrincipal

/** A revocation or a new plan must hold everywhere within 1 second, also where no bell is heard. */
const CACHE_MS = 500
const MAX_CACHED = 10_000

/** The bell that rings when somebody may do less or more than before. */
const CHANGES = 'changes'

/** The bell of those who wait by leave of this account. */
export function leaveOf(accountId: string): string {
  return `leave ${accountId}`
}

/** Finds keys and accounts, and remembers them for half a second or until a change is heard of. */
export class Owners {
  readonly #store: Store
  readonly #wakeup: Wakeup
  readonly #plans: PlanTable
  readonly #keys: ShortCache<string, KeyPrincipal>
  readonly #accounts: ShortCache<string, Account>
  #forgetMore = (): void => undefined

  constructor(store: Store, wakeup: Wakeup, plans: PlanTable, clock: Clock) {
    const options = { ttlMs: CACHE_MS, maxEntries: MAX_CACHED, now: () => clock.now() }
    this.#store = store
    this.#wakeup = wakeup
    this.#plans = plans
    this.#keys = new ShortCache(options)
    this.#accounts = new ShortCache(options)
    void this.#heedChanges()
  }

  async principal(keyText: string): Promise<KeyPrincipal> {
    // By its digest: no key is kept in memory, and no look-up's time tells how much of a key was right.
    const digest = keyDigest(keyText)
    const cached = this.#keys.get(digest)
    if (cached) return cached
    if (!isKeyText(keyText)) throw unknownKey()
    const holder = await this.#store.keyByHash(Buffer.from(digest, 'latin1'))
    if (!holder) throw unknownKey()
    if (holder.key.revokedAt !== null) throw new DomainError('revoked_key', 'This key has been revoked. Use another.')
    requireOpen(holder.account)
    const principal = this.#toPrincipal(holder)
    this.#keys.set(digest, principal)
    return principal
  }

  async account(id: string): Promise<Account | null> {
    const cached = this.#accounts.get(id)
    if (cached) return cached
    const account = await this.#store.account(id)
    if (account) this.#accounts.set(id, account)
    return account
  }

  /** `forget` is called with every change, for what else is remembered of those who ask. */
  alsoForget(forget: () => void): void {
    this.#forgetMore = forget
  }

  /**
   * For changes of what this account's keys and people may do: they hold here at once, and elsewhere as soon as the bell
   * is heard. Whoever waits by its leave is woken, to be asked again: last, when nobody remembers the leave they had.
   */
  changed(accountId: string): void {
    this.#forget()
    this.#wakeup.ring([CHANGES, leaveOf(accountId)])
  }

  async #heedChanges(): Promise<void> {
    const bell = this.#wakeup.listen([CHANGES], new AbortController().signal)
    while (await bell.next()) this.#forget()
  }

  #forget(): void {
    this.#keys.clear()
    this.#accounts.clear()
    this.#forgetMore()
  }

  #toPrincipal({ account, key }: KeyHolder): KeyPrincipal {
    const { scope, role } = key
    return { account, plan: this.#plans[account.plan], scope, role, address: null, key, user: null, session: null }
  }
}

/** What the operator has shut nobody uses. */
export function requireOpen({ suspendedAt }: Account): void {
  if (suspendedAt === null) return
  throw new DomainError('suspended', 'The operator of this service has suspended this account. Ask them why.')
}

function unknownKey(): DomainError {
  return new DomainError(
    'invalid_key',
    'This is no key of this service. Keys start with tk_ and are 39 characters long.',
  )
}
