import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mail } from '../../app/mail.ts'
import type { Principal, UserPrincipal } from '../../app/owners.ts'
import { type Role, reaches } from '../../domain/account.ts'
import type { KeyScope } from '../../domain/api-key.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { Allowance } from '../../domain/ports.ts'
import { noteAccess } from './access.ts'
import { enter, keptAdmission } from './admission.ts'
import { peerAddress } from './peer-address.ts'
import { rateLimit, rateLimitPolicy } from './rate-limit-headers.ts'
import { requireSameOrigin } from './same-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `admit`: only routes that have it as their onRequest hook may read this. */
    principal: Principal
    /** Likewise: what is left of the rate after this request. */
    allowance: Allowance
  }
}

/** The hook of a route that asks for a key, and says of which scopes. */
export interface Admit {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>
  readonly scopes: readonly KeyScope[]
}

/**
 * Who, then rate, then what they may: a key by its scope, and whoever has signed in by their role. No scope at all means
 * that no key may do this. One hook and not three: each costs every request a turn of the queue.
 */
export function admit(mail: Mail, scopes: readonly KeyScope[], role: Role = 'member'): Admit {
  const hook = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { principal, allowance } = keptAdmission(request.raw) ?? (await enter(mail, request.raw.headers))
    request.principal = { ...principal, address: peerAddress(request) }
    request.allowance = allowance
    reply.header('ratelimit-policy', rateLimitPolicy(principal.plan.requests_per_minute))
    reply.header('ratelimit', rateLimit(allowance))
    if (principal.user !== null) requireSameOrigin(request.raw, mail.people.baseUrl)
    if (!allowance.allowed) throw overRate(principal, allowance.resetSeconds)
    if (principal.user === null && !scopes.includes(principal.scope)) throw outOfScope(principal)
    if (!reaches(principal.role, role)) throw beyondRole(role)
  }
  return noteAccess(Object.assign(hook, { scopes }), scopes.length === 0 ? 'person' : 'key')
}

/** Null where none of the hooks asks for a key. */
export function admittedScopes(hooks: unknown): readonly KeyScope[] | null {
  const found = [hooks].flat().find((hook): hook is Admit => typeof hook === 'function' && 'scopes' in hook)
  return found?.scopes ?? null
}

/** For routes that no key may use. */
export function personOf({ principal }: FastifyRequest): UserPrincipal {
  if (principal.user === null) throw outOfScope(principal)
  return principal
}

function overRate({ plan }: Principal, retryAfter: number): DomainError {
  const detail = `Your plan allows ${plan.requests_per_minute} requests per minute. Try again in ${retryAfter} s, or use wait= instead of polling.`
  return new DomainError('rate_limited', detail, { retryAfter })
}

export function outOfScope({ scope }: Principal): DomainError {
  if (scope === 'full') return new DomainError('forbidden', 'No key may do this. Sign in, and do it yourself.')
  return new DomainError('forbidden', `A key with the scope "${scope}" may not do this. Use another key.`)
}

function beyondRole(role: Role): DomainError {
  return new DomainError('forbidden', `This takes the role "${role}". Ask somebody who has it.`)
}
