import { hash } from 'node:crypto'
import type { DomainService } from './domain-service.ts'

/** RFC 8461 §3.2: how long senders keep it. A policy that is only tried out is let go of sooner. */
const MAX_AGE_SECONDS = { testing: 86_400, enforce: 604_800 } as const
const ID_LENGTH = 20

/** RFC 8461 §3.2: what senders fetch, and are to hold us to. */
export function policyText({ mxHost, mtaStsMode }: DomainService): string {
  const lines = [
    'version: STSv1',
    `mode: ${mtaStsMode}`,
    `mx: ${mxHost}`,
    `max_age: ${MAX_AGE_SECONDS[mtaStsMode]}`,
    '',
  ]
  return lines.join('\r\n')
}

/** RFC 8461 §3.1: another id says that there is another policy to fetch, so that it is made of the policy. */
export function policyId(service: DomainService): string {
  return hash('sha256', policyText(service), 'hex').slice(0, ID_LENGTH)
}
