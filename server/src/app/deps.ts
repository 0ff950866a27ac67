import type { PlanTable } from '../domain/plan.ts'
import type { Clock, Limiter, MailAuthenticator, MimeReader, Store, Wakeup } from '../domain/ports.ts'
import type { ServiceDomains } from '../domain/service-domains.ts'

export interface Policy {
  readonly plans: PlanTable
  readonly domains: ServiceDomains
  /** How long mail for an address that nobody has claimed is kept; 0 refuses it. */
  readonly unclaimedTtlMs: number
}

export interface Deps {
  readonly store: Store
  readonly wakeup: Wakeup
  readonly limiter: Limiter
  readonly clock: Clock
  readonly mime: MimeReader
  readonly authenticator: MailAuthenticator
  readonly policy: Policy
  /** For what fails after its caller has been answered. */
  readonly onBackgroundError: (error: unknown, task: string) => void
}
