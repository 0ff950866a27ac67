import type { Role } from '../../domain/account.ts'
import { iso } from '../../domain/iso.ts'
import type { PlanName } from '../../domain/plan.ts'
import type { Deps } from '../deps.ts'
import type { UserPrincipal } from '../owners.ts'

/** Who is signed in, and what a page needs to know of the service. */
export interface SessionView {
  readonly user: {
    readonly id: string
    readonly email: string
    readonly role: Role
    readonly totp: boolean
    /** False until one is chosen, after the first sign-in by a link. */
    readonly password: boolean
    readonly created_at: string
  }
  readonly account: { readonly id: string; readonly plan: PlanName }
  readonly operator: boolean
  readonly session: { readonly id: string; readonly created_at: string; readonly expires_at: string }
  readonly signup: 'open' | 'closed'
  readonly outbound_mail: boolean
  readonly service_domains: readonly string[]
  readonly base_url: string
  readonly smtp: { readonly host: string; readonly port: number }
  /** Null where there is none. */
  readonly imap: { readonly host: string; readonly port: number } | null
}

export function viewSession({ policy, people }: Deps, principal: UserPrincipal, operator: boolean): SessionView {
  const { user, account, session } = principal
  return {
    user: {
      id: user.id,
      email: user.email,
      role: user.role,
      totp: user.totp?.confirmed === true,
      password: user.password !== null,
      created_at: iso(user.createdAt),
    },
    account: { id: account.id, plan: account.plan },
    operator,
    session: { id: session.id, created_at: iso(session.createdAt), expires_at: iso(session.expiresAt) },
    signup: people.signUp,
    outbound_mail: people.outbound !== null,
    service_domains: policy.domains.names,
    base_url: people.baseUrl(),
    smtp: people.smtp(),
    imap: null,
  }
}
