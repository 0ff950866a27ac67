import type { FastifyReply, FastifyRequest } from 'fastify'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** On every answer. A route that serves something else than data sets its own over these. */
export interface AnswerHeaders {
  'x-request-id': string
  'x-content-type-options': string
  'referrer-policy': string
  'content-security-policy': string
  'cache-control': string
  [more: string]: string
}

export function answerHeaders(requestId: string): AnswerHeaders {
  return {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
  }
}

export function setAnswerHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(answerHeaders(request.id))
}
