import type { RequestListener } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { newId } from '../../domain/ids.ts'
import { setAnswerHeaders } from './answer-headers.ts'
import { answerClientError } from './client-error.ts'
import { createServer } from './create-server.ts'
import type { DashboardFiles } from './dashboard-files.ts'
import { handleErrors, sendProblem } from './error-handlers.ts'
import { noteAnswers } from './note-answers.ts'
import { refuseOtherMethods } from './other-methods.ts'
import type { RequestMetrics } from './request-metrics.ts'

export interface AppServerOptions {
  readonly log: Logger
  readonly metrics: RequestMetrics
  readonly maxConnections: number
  readonly addRoutes: (app: FastifyInstance) => void
  readonly dashboard: DashboardFiles | null
  /** Addresses and networks. */
  readonly trustedProxies: readonly string[]
  /** Sees each request before fastify does. */
  readonly before?: (next: RequestListener, nextId: () => string) => RequestListener
}

/** No call of this API has a longer path segment than an address, percent-encoded. */
const MAX_PARAM_LENGTH = 1_024
const BODY_LIMIT = 64 * 1024

/** A fastify with everything that all routes share. */
export function buildAppServer(options: AppServerOptions): FastifyInstance {
  const { log, metrics, maxConnections, addRoutes, before, dashboard, trustedProxies } = options
  const nextId = requestIds()
  const app = fastify({
    // Its request log costs a child logger and two lines per request; ours is in `noteAnswers`.
    logger: false,
    genReqId: nextId,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // Strict about numbers, it would pass over every bound of one that is infinite, and a query can say 1e999.
    ajv: { customOptions: { allErrors: true, strictNumbers: false } },
    return503OnClosing: false,
    serverFactory: (handler) => createServer(before ? before(handler, nextId) : handler, maxConnections),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, nextId()),
    frameworkErrors: (error, request, reply) => {
      setAnswerHeaders(request, reply)
      sendProblem(log, error, request, reply)
    },
  })
  app.decorateRequest('principal')
  app.decorateRequest('allowance')
  app.addHook('onRequest', (request, reply, done) => {
    setAnswerHeaders(request, reply)
    done()
  })
  noteAnswers(app, log, metrics)
  const countUnmatched = metrics.counterOfUnmatched()
  handleErrors(app, log, countUnmatched, dashboard)
  const refuse = refuseOtherMethods(app)
  addRoutes(app)
  app.after(refuse)
  return app
}

/** Unique over restarts by the process's own part, and cheap by a counter. */
function requestIds(): () => string {
  const process = newId('req')
  let count = 0
  return () => `${process}-${++count}`
}
