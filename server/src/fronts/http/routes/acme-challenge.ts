import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { DomainError } from '../../../domain/domain-error.ts'

/** What the certificate authority is to hear for this token; null where we have not asked for it. */
export type FindChallenge = (token: string) => Promise<string | null>

/** RFC 8555 §8.3: base64url, at least 128 bits of it. */
const TOKEN = /^[\w-]{16,128}$/
const Path = Type.Object({ token: Type.String() })

/**
 * RFC 8555 §8.3: the authority asks for it over plain HTTP, by whatever name it is to vouch for. It says nothing to anybody
 * who does not know the token.
 */
export function addAcmeChallenge(app: FastifyInstance, find: FindChallenge): void {
  app.get<{ Params: { token: string } }>(
    '/.well-known/acme-challenge/:token',
    { schema: { params: Path } },
    async ({ params: { token } }, reply) => {
      const answer = TOKEN.test(token) ? await find(token) : null
      if (answer === null) throw new DomainError('not_found', 'There is nothing at this path.')
      return reply.header('content-type', 'application/octet-stream').send(answer)
    },
  )
}
