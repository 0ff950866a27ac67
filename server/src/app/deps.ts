import type { DnsLookup } from '../domain/dns-lookup.ts'
import type { Outbound } from '../domain/outbound.ts'
import type { PlanName, PlanTable } from '../domain/plan.ts'
import type { Clock, Limiter, MailAuthenticator, MimeReader, Seats, Store, Wakeup } from '../domain/ports.ts'
import type { ServiceDomains } from '../domain/service-domains.ts'
import type { MtaStsMode } from './domains/domain-service.ts'
import type { ServedDomains } from './domains/served-domains.ts'
import type { RetryPolicy } from './webhooks/judge-attempt.ts'

export interface Policy {
  readonly plans: PlanTable
  readonly domains: ServiceDomains
  /** How long mail for an address that nobody has claimed is kept; 0 refuses it. */
  readonly unclaimedTtlMs: number
  readonly webhooks: {
    /** Null for a URL that may be an endpoint's, else a sentence that says what is wrong with it. */
    readonly checkUrl: (url: string) => string | null
    /** How long one attempt may take in all. */
    readonly timeoutMs: number
    readonly retry: RetryPolicy
  }
  readonly customDomains: {
    /** What their MX records are to name. */
    readonly mxHost: string
    /** Further names that the service itself is reached by. */
    readonly hosts: readonly string[]
    readonly mtaStsMode: MtaStsMode
  }
}

/** Where mail programs go: with STARTTLS, and with TLS from the first byte. */
export interface ImapPlace {
  readonly host: string
  readonly port: number
  readonly tls_port: number
}

export const SIGN_UP = ['open', 'closed'] as const

/** What people who sign in need to know of the service, and what it does for them. */
export interface PeoplePolicy {
  readonly signUp: (typeof SIGN_UP)[number]
  readonly defaultPlan: PlanName
  /** Null where the service sends no mail of its own. */
  readonly outbound: Outbound | null
  /** These know the real ports once everything has started. The address has no slash at its end. */
  readonly baseUrl: () => string
  readonly smtp: () => { readonly host: string; readonly port: number }
  readonly imap: () => ImapPlace
}

export interface Deps {
  readonly store: Store
  readonly wakeup: Wakeup
  readonly limiter: Limiter
  /** For those who wait. */
  readonly seats: Seats
  readonly clock: Clock
  readonly mime: MimeReader
  readonly authenticator: MailAuthenticator
  readonly dns: DnsLookup
  readonly policy: Policy
  readonly people: PeoplePolicy
  /** For what fails after its caller has been answered. */
  readonly onBackgroundError: (error: unknown, task: string) => void
}

/** With what Mail makes for itself of the others. */
export interface MailDeps extends Deps {
  readonly served: ServedDomains
}
