import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { DomainError } from '../../../domain/domain-error.ts'
import { isLoopback } from '../../../lib/net/is-loopback.ts'

/** For a port of its own: whoever reaches it may read. */
export function addMetrics(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', async (_request, reply) => {
    const text = await registry.metrics()
    return reply.header('content-type', registry.contentType).send(text)
  })
}

/** For the public port: to everybody but a peer on this machine there is nothing here. */
export function addLoopbackMetrics(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request.raw)) throw new DomainError('not_found', 'There is nothing at this path.')
    const text = await registry.metrics()
    return reply.header('content-type', registry.contentType).send(text)
  })
}

/** Set by proxies: then the peer is the proxy, and who asks is somewhere else. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

function isLocal({ headers, socket }: IncomingMessage): boolean {
  return isLoopback(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined)
}
