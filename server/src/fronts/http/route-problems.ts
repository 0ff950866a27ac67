import type { ProblemCode } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a route refuses beside all that follows from its key, its method, its body and its path. It goes into the
     * description of the API, and the tests hold every answer against that.
     */
    readonly problems?: readonly ProblemCode[]
  }
}

/** Of `mail.openInbox` and `mail.createInbox`, which make an address one's own. */
export const CLAIMING: readonly ProblemCode[] = [
  'invalid_address',
  'foreign_domain',
  'inbox_taken',
  'inbox_limit_reached',
]
/** Of whatever asks for an inbox that is one's own already. */
export const OWNING: readonly ProblemCode[] = ['invalid_address', 'not_found']
/** Of a wait: there may be too many, and the inbox may be deleted meanwhile. */
export const WAITING: readonly ProblemCode[] = ['too_many_waits', 'not_found']
