import type { FastifyReply } from 'fastify'
import type { Allowance } from '../../domain/ports.ts'

const WINDOW_SECONDS = 60

/** One per plan, so made once. */
const policies = new Map<number, string>()

/** IETF draft httpapi-ratelimit-headers: the rule, and what is left of it. */
export function setRateLimitHeaders(reply: FastifyReply, perMinute: number, allowance: Allowance): void {
  reply.header('ratelimit-policy', policyOf(perMinute))
  reply.header('ratelimit', `"default";r=${allowance.remaining};t=${allowance.resetSeconds}`)
}

function policyOf(perMinute: number): string {
  let policy = policies.get(perMinute)
  if (policy === undefined) {
    policy = `"default";q=${perMinute};w=${WINDOW_SECONDS}`
    policies.set(perMinute, policy)
  }
  return policy
}
