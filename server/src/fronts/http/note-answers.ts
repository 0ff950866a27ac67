import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { RequestMetrics } from './request-metrics.ts'

export type NoteAnswer = (requestId: string, method: string, status: number) => void

/** Counts the answers of one route. Its line in the log has neither query nor header: both are personal. */
export function noteAnswersOf(route: string, log: Logger, metrics: RequestMetrics): NoteAnswer {
  const count = metrics.counterOf(route)
  const debug = log.isLevelEnabled('debug')
  return (requestId, method, status) => {
    count(status)
    if (debug) log.debug({ request_id: requestId, method, route, status }, 'answered')
  }
}

/** A hook per route, because asking fastify for the route's name builds an object each time. */
export function noteAnswers(app: FastifyInstance, log: Logger, metrics: RequestMetrics): void {
  app.addHook('onRoute', (route) => {
    const note = noteAnswersOf(route.url, log, metrics)
    const onSend = (request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void => {
      note(request.id, request.method, reply.statusCode)
      done()
    }
    route.onSend = [onSend, ...[route.onSend ?? []].flat()]
  })
}
