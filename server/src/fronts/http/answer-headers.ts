import type { FastifyReply, FastifyRequest } from 'fastify'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** On every answer. A route that serves something else than data adds what a browser needs to be told. */
export interface AnswerHeaders {
  'x-request-id': string
  'x-content-type-options': string
  'cache-control': string
  [more: string]: string
}

export function answerHeaders(requestId: string): AnswerHeaders {
  return {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  }
}

export function setAnswerHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(answerHeaders(request.id))
}
