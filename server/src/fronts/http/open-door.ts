import type { FastifyRequest } from 'fastify'
import type { Mail } from '../../app/mail.ts'
import type { Visitor } from '../../app/people/visitor.ts'
import { DomainError } from '../../domain/domain-error.ts'
import { noteAccess } from './access.ts'
import { peerAddress } from './peer-address.ts'
import { requireSameOrigin } from './same-origin.ts'

export interface Door {
  /** Counted by itself. */
  readonly name: string
  /** From one address. */
  readonly perMinute: number
  /** False for programs, which have no cookie that another site could use. */
  readonly sameOrigin?: boolean
}

/**
 * For calls that need no key. Also before anybody has signed in another site must not make a browser do it: who is signed
 * in to a stranger's account without noticing gives away what they do there.
 */
export function openDoor(mail: Mail, { name, perMinute, sameOrigin = true }: Door) {
  const hook = async (request: FastifyRequest): Promise<void> => {
    if (sameOrigin) requireSameOrigin(request.raw, mail.people.baseUrl)
    const { allowed, resetSeconds } = await mail.people.takeVisit(name, peerAddress(request), perMinute)
    if (allowed) return
    const detail = `There are too many calls from your address. Try again in ${resetSeconds} s.`
    throw new DomainError('rate_limited', detail, { retryAfter: resetSeconds })
  }
  return noteAccess(hook, sameOrigin ? 'open' : 'program')
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { address: peerAddress(request), userAgent: request.headers['user-agent'] ?? '' }
}
