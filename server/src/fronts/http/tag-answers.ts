import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { matchesEtag } from './etag.ts'

const TAG_LENGTH = 22

/** An ETag on every JSON answer to a GET of this instance, and 304 to whoever has it already (RFC 9110 §13.1.2). */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (request.routeOptions.config.untagged) return payload
    const etag = `W/"${hash('sha256', payload, 'base64url').slice(0, TAG_LENGTH)}"`
    reply.header('etag', etag)
    if (!matchesEtag(request.headers['if-none-match'], etag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return null
  })
}
