import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mail } from '../../app/mail.ts'
import type { Principal } from '../../app/owners.ts'
import type { KeyScope } from '../../domain/api-key.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { Allowance } from '../../domain/ports.ts'
import { enter, keptAdmission } from './admission.ts'
import { rateLimit, rateLimitPolicy } from './rate-limit-headers.ts'

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

/** Key, then rate, then scope. One hook and not three: each costs every request a turn of the queue. */
export function admit(mail: Mail, scopes: readonly KeyScope[]): Admit {
  const hook = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { principal, allowance } = keptAdmission(request.raw) ?? (await enter(mail, request.raw.headers))
    request.principal = principal
    request.allowance = allowance
    reply.header('ratelimit-policy', rateLimitPolicy(principal.plan.requests_per_minute))
    reply.header('ratelimit', rateLimit(allowance))
    if (!allowance.allowed) throw overRate(principal, allowance.resetSeconds)
    if (!scopes.includes(principal.key.scope)) throw outOfScope(principal)
  }
  return Object.assign(hook, { scopes })
}

/** Null where none of the hooks asks for a key. */
export function admittedScopes(hooks: unknown): readonly KeyScope[] | null {
  const found = [hooks].flat().find((hook): hook is Admit => typeof hook === 'function' && 'scopes' in hook)
  return found?.scopes ?? null
}

function overRate({ plan }: Principal, retryAfter: number): DomainError {
  const detail = `Your plan allows ${plan.requests_per_minute} requests per minute. Try again in ${retryAfter} s, or use wait= instead of polling.`
  return new DomainError('rate_limited', detail, { retryAfter })
}

export function outOfScope({ key }: Principal): DomainError {
  return new DomainError('forbidden', `A key with the scope "${key.scope}" may not do this. Use another key.`)
}
