import type { FastifyInstance } from 'fastify'
import type { Mail } from '../../../app/mail.ts'
import { DomainError } from '../../../domain/domain-error.ts'

/**
 * RFC 8461 §3.3: GET /.well-known/mta-sts.txt under the host `mta-sts.` and a domain that mail is taken for. Senders fetch it
 * before they send, so that it asks nobody who they are.
 */
export function addMtaSts(app: FastifyInstance, mail: Mail): void {
  app.get('/.well-known/mta-sts.txt', (request, reply) => {
    const policy = mail.domains.policyAt(request.hostname)
    if (policy === null) throw new DomainError('not_found', 'There is no policy under this host name.')
    return reply.header('content-type', 'text/plain; charset=utf-8').send(policy)
  })
}
