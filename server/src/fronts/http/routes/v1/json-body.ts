import type { FastifyInstance } from 'fastify'
import { invalidRequest } from '../../problem.ts'

/**
 * JSON is the only type of body here: any other is a 415. An empty one is none, because many clients name the type on
 * every request, a DELETE among them.
 */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    body === '' ? undefined : parseObject(body),
  )
}

function parseObject(body: string): object {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw invalidRequest('', 'The body is not JSON.')
  }
  if (typeof value === 'object' && value !== null) return value
  throw invalidRequest('', 'The body must be a JSON object.')
}
