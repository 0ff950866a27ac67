import type { CustomDomain, RecordFinding, VerifiedExtent } from '../../domain/custom-domain.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { CheckedDomain, RecordedCheck } from '../../domain/domain-store.ts'
import type { AuditActor, AuditNote } from '../../domain/people-store.ts'
import type { MailDeps } from '../deps.ts'
import { makeNote, NOBODY } from '../people/audit.ts'
import { askZone } from './ask-zone.ts'
import { type Decision, decide, waiting } from './check-schedule.ts'
import type { DomainService } from './domain-service.ts'
import { expectedRecords } from './expected-records.ts'
import { judgeRecords } from './judge-records.ts'

/** Whatever name servers do, a check has ended by then. */
const CHECK_MS = 12_000
/** By then its result has been written down. */
const LEASE_MS = CHECK_MS + 30_000
/** They wait for name servers most of the time. */
const MAX_AT_ONCE = 64
/** One account whose name servers never answer must not hold every place. */
const MAX_PER_ACCOUNT = 8

export const TAKEN = 'Another account of this service has this domain. If it is yours, remove it there first.'

/** Looks at the records of domains, when it is time to and when their owners ask for it. */
export class DomainChecks {
  readonly #deps: MailDeps
  readonly #service: () => DomainService
  /** Each with its account. */
  readonly #running = new Map<Promise<void>, string>()

  constructor(deps: MailDeps, service: () => DomainService) {
    this.#deps = deps
    this.#service = service
  }

  /** Begins what is due, as far as there is room for it. Once the signal aborts, what is under way is given up. */
  async begin(stopped: AbortSignal): Promise<void> {
    const limit = MAX_AT_ONCE - this.#running.size
    if (limit === 0) return
    const now = this.#deps.clock.now()
    for (const domain of await this.#deps.store.domains.claimDue({ now, until: now + LEASE_MS, limit })) {
      // What has no place now is due again when its claim ends.
      if (this.#runningOf(domain.accountId) < MAX_PER_ACCOUNT) this.#start(domain, stopped)
    }
  }

  #start(domain: CustomDomain, stopped: AbortSignal): void {
    const task = this.check(domain, stopped).then(
      () => undefined,
      (error: unknown) => this.#deps.onBackgroundError(error, 'check a domain'),
    )
    this.#running.set(task, domain.accountId)
    void task.then(() => this.#running.delete(task))
  }

  #runningOf(accountId: string): number {
    return [...this.#running.values()].filter((one) => one === accountId).length
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.keys())
  }

  /** Null where it was removed meanwhile, or the signal has aborted before anything was found out. */
  async check(domain: CustomDomain, stopped: AbortSignal, actor: AuditActor = NOBODY): Promise<CustomDomain | null> {
    const service = this.#service()
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(CHECK_MS)])
    const zone = await this.#deps.dns.zoneOf(domain.name, signal)
    const answers = await askZone(zone, domain, service)
    if (stopped.aborted) return null
    const findings = judgeRecords(expectedRecords(domain, service), answers)
    return this.#record({ domain, findings, zone: zone.apex, nameServers: zone.nameServers, actor })
  }

  /** Decides on the domain as it is by now: a slow check must not undo what a quicker one has found meanwhile. */
  async #record(seen: Seen): Promise<CustomDomain | null> {
    const { accountId, name } = seen.domain
    for (;;) {
      const domain = await this.#deps.store.domains.get(accountId, name)
      if (domain?.token !== seen.domain.token) return null
      const recorded = await this.#decide({ ...seen, domain })
      if (recorded !== 'overtaken') return recorded
    }
  }

  async #decide(seen: Seen): Promise<RecordedCheck> {
    const { domain, findings } = seen
    const now = this.#deps.clock.now()
    const decision = decide(domain, findings, now)
    try {
      return await this.#write(seen, decision, now)
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'conflict') throw error
      const told = findings.map((one) => (one.purpose === 'ownership' ? { ...one, hint: TAKEN } : one))
      return this.#write({ ...seen, findings: told }, waiting(domain, now), now)
    }
  }

  async #write(seen: Seen, decision: Decision, at: number): Promise<RecordedCheck> {
    const { domain, findings, zone, nameServers, actor } = seen
    const { accountId, name, token, checkedAt: basedOn } = domain
    const known = await this.#deps.store.domains.verified(name)
    const before = known?.accountId === accountId ? known : { subdomains: false, mtaSts: false }
    const checked: CheckedDomain = {
      ...{ accountId, name, token, zone, nameServers, at, basedOn, findings },
      ...decision,
      extent: extentOf(findings, before),
      note: noteOf(domain, decision, at, actor),
    }
    const recorded = await this.#deps.store.domains.record(checked)
    await this.#deps.served.refresh()
    return recorded
  }
}

interface Seen {
  readonly domain: CustomDomain
  readonly findings: readonly RecordFinding[]
  readonly zone: string | null
  readonly nameServers: readonly string[]
  readonly actor: AuditActor
}

/** What could not be asked for stays as it was. */
function extentOf(findings: readonly RecordFinding[], before: VerifiedExtent): VerifiedExtent {
  const of = (purpose: RecordFinding['purpose'], type: RecordFinding['type'], was: boolean): boolean => {
    const { status = 'missing' } = findings.find((one) => one.purpose === purpose && one.type === type) ?? {}
    return status === 'error' ? was : status === 'ok'
  }
  return { subdomains: of('subdomains', 'MX', before.subdomains), mtaSts: of('mta_sts', 'CNAME', before.mtaSts) }
}

function noteOf({ name, state }: CustomDomain, decision: Decision, at: number, actor: AuditActor): AuditNote | null {
  if (decision.state === state) return null
  const [action, detail] =
    decision.state === 'verified'
      ? ['domain.verify', 'its records were found: mail is taken for it']
      : ['domain.lose', 'its records were missing on two days: no mail is taken for it']
  return makeNote(at, actor, action as string, name, detail as string)
}
