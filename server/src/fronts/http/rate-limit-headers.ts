import type { Allowance } from '../../domain/ports.ts'

const WINDOW_SECONDS = 60

/** One per plan, so made once. */
const policies = new Map<number, string>()

/** IETF draft httpapi-ratelimit-headers: the rule. */
export function rateLimitPolicy(perMinute: number): string {
  let policy = policies.get(perMinute)
  if (policy === undefined) {
    policy = `"default";q=${perMinute};w=${WINDOW_SECONDS}`
    policies.set(perMinute, policy)
  }
  return policy
}

/** And what is left of it. */
export function rateLimit({ remaining, resetSeconds }: Allowance): string {
  return `"default";r=${remaining};t=${resetSeconds}`
}
