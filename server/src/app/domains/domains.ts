import { randomBytes } from 'node:crypto'
import { normaliseDomain } from '../../domain/address.ts'
import type { CustomDomain } from '../../domain/custom-domain.ts'
import { DomainError } from '../../domain/domain-error.ts'
import { planThatLifts } from '../../domain/plan.ts'
import type { MailDeps } from '../deps.ts'
import type { Principal } from '../owners.ts'
import { actorOf, makeNote } from '../people/audit.ts'
import { readDomain, requireAllowed } from './allowed-domain.ts'
import { DomainChecks, TAKEN } from './domain-checks.ts'
import { type DomainService, policyHostOf } from './domain-service.ts'
import { type DomainView, viewOfDomain } from './domain-view.ts'
import { policyText } from './mta-sts-policy.ts'

/** "Check now" is once in so long for each domain. */
const ASK_EVERY_MS = 10_000
/** Of one account: whoever adds and removes domains could else make us ask without end. */
const ASKED_PER_MINUTE = 150
const TOKEN_BYTES = 20
const POLICY_PREFIX = 'mta-sts.'

/** What an account does with its own domains. Those of another account are not there. */
export class Domains {
  readonly #deps: MailDeps
  readonly #checks: DomainChecks

  constructor(deps: MailDeps) {
    this.#deps = deps
    this.#checks = new DomainChecks(deps, () => this.#service)
  }

  /** Throws conflict where another account has it verified. */
  async add(principal: Principal, text: string): Promise<{ readonly domain: DomainView; readonly added: boolean }> {
    const { account, plan } = principal
    // Before anything is looked at: whoever may not have one need not get its name right first.
    if (plan.custom_domains === 0) throw this.#planRequired(principal)
    const name = readDomain(text)
    requireAllowed(name, { domains: this.#deps.policy.domains, hosts: this.#ownHosts() })
    const createdAt = this.#deps.clock.now()
    const token = randomBytes(TOKEN_BYTES).toString('hex')
    const wish = { accountId: account.id, name, token, createdAt, cap: plan.custom_domains }
    try {
      const { domain, added } = await this.#deps.store.domains.add(wish, this.#note(principal, 'domain.add', name))
      return { domain: this.#view(domain), added }
    } catch (error) {
      if (error instanceof DomainError && error.code === 'plan_required') throw this.#planRequired(principal)
      if (error instanceof DomainError && error.code === 'conflict') throw new DomainError('conflict', TAKEN)
      throw error
    }
  }

  /** By name; `after` is the last one seen. */
  async list(
    { account }: Principal,
    after: string | null,
    limit: number,
  ): Promise<{ readonly domains: readonly DomainView[]; readonly next: string | null }> {
    const found = await this.#deps.store.domains.list(account.id, after, limit + 1)
    const domains = found.slice(0, limit).map((domain) => this.#view(domain))
    return { domains, next: found.length > limit ? (domains.at(-1)?.domain ?? null) : null }
  }

  async get(principal: Principal, text: string): Promise<DomainView> {
    return this.#view(await this.#own(principal, text))
  }

  /** When this resolves, no mail is taken for it. What came before stays until its retention ends. */
  async remove(principal: Principal, text: string): Promise<void> {
    const { name } = await this.#own(principal, text)
    const note = this.#note(principal, 'domain.remove', name)
    if (!(await this.#deps.store.domains.remove(principal.account.id, name, note))) throw noDomain()
    await this.#deps.served.refresh()
  }

  /** Looks at its records now. Throws rate_limited where that was done a moment ago. */
  async check(principal: Principal, text: string, stopped: AbortSignal): Promise<DomainView> {
    const domain = await this.#own(principal, text)
    const { accountId, name } = domain
    const taken = await this.#deps.store.domains.verified(name)
    if (taken !== null && taken.accountId !== null && taken.accountId !== accountId) {
      throw new DomainError('conflict', TAKEN)
    }
    const { allowed, resetSeconds } = await this.#deps.limiter.take(`domain checks ${accountId}`, ASKED_PER_MINUTE)
    if (!allowed) throw tooOften('So many checks at once are too many.', resetSeconds)
    const now = this.#deps.clock.now()
    const asked = await this.#deps.store.domains.askForCheck(accountId, name, now, now - ASK_EVERY_MS)
    if (asked !== null) {
      const seconds = Math.max(1, Math.ceil((asked + ASK_EVERY_MS - now) / 1_000))
      throw tooOften('This domain was checked a moment ago.', seconds)
    }
    const checked = await this.#checks.check(domain, stopped, actorOf(principal))
    return this.#view(checked ?? (await this.#own(principal, name)))
  }

  /** Learns which domains are served; when this has resolved once, none of them is refused. */
  refresh(): Promise<void> {
    return this.#deps.served.refresh()
  }

  /** Begins the checks that are due. */
  beginChecks(stopped: AbortSignal): Promise<void> {
    return this.#checks.begin(stopped)
  }

  /** Resolves when no check is under way. */
  checksSettled(): Promise<void> {
    return this.#checks.settled()
  }

  /** RFC 8461 §3.3: the policy that is asked for under this host name; null where there is none. */
  policyAt(host: string): string | null {
    const name = host.toLowerCase()
    if (!name.startsWith(POLICY_PREFIX) || this.#service.policyHost === null) return null
    return this.#deps.served.has(name.slice(POLICY_PREFIX.length)) ? policyText(this.#service) : null
  }

  /** The names that policies are fetched from, and that need a certificate for it. */
  async certificateNames(): Promise<readonly string[]> {
    return this.#deps.served.withPolicy().map((name) => POLICY_PREFIX + name)
  }

  get #service(): DomainService {
    const { mxHost, mtaStsMode } = this.#deps.policy.customDomains
    return { mxHost, mtaStsMode, policyHost: policyHostOf(this.#deps.people.baseUrl()) }
  }

  #ownHosts(): readonly string[] {
    const { mxHost, policyHost } = this.#service
    return [mxHost, ...this.#deps.policy.customDomains.hosts, ...(policyHost === null ? [] : [policyHost])]
  }

  async #own({ account }: Principal, text: string): Promise<CustomDomain> {
    const name = normaliseDomain(text)
    const domain = name === null ? null : await this.#deps.store.domains.get(account.id, name)
    if (domain === null) throw noDomain()
    return domain
  }

  #view(domain: CustomDomain): DomainView {
    return viewOfDomain(domain, this.#service)
  }

  #note(principal: Principal, action: string, name: string) {
    return makeNote(this.#deps.clock.now(), actorOf(principal), action, name, null)
  }

  #planRequired({ account, plan }: Principal): DomainError {
    const has = plan.custom_domains === 0 ? 'no custom domains' : `room for ${plan.custom_domains} custom domains`
    const advice = planThatLifts(this.#deps.policy.plans, 'custom_domains', account.plan)
    return new DomainError('plan_required', `Your ${account.plan} plan has ${has}. ${advice}`)
  }
}

function tooOften(what: string, retryAfter: number): DomainError {
  return new DomainError('rate_limited', `${what} Try again in ${retryAfter} s.`, { retryAfter })
}

function noDomain(): DomainError {
  return new DomainError('not_found', 'You have no domain of this name.')
}
