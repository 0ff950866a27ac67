import type { FastifyReply, FastifyRequest } from 'fastify'

/** On every answer. A route that serves something else than data sets its own over these. */
export function setAnswerHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'no-referrer')
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  reply.header('cache-control', 'private, no-store')
}

export const JSON_TYPE = 'application/json; charset=utf-8'
