import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { newId } from '../../domain/ids.ts'
import { setAnswerHeaders } from './answer-headers.ts'
import { answerClientError } from './client-error.ts'
import { handleErrors, sendProblem } from './error-handlers.ts'
import { refuseOtherMethods } from './other-methods.ts'
import type { RequestMetrics } from './request-metrics.ts'

export interface AppServerOptions {
  readonly log: Logger
  readonly metrics: RequestMetrics
  readonly maxConnections: number
}

/** No call of this API has a longer path segment than an address, percent-encoded. */
const MAX_PARAM_LENGTH = 1_024
const BODY_LIMIT = 64 * 1024

const HEADERS_MS = 15_000
const REQUEST_MS = 30_000
/** Longer than what load balancers keep idle connections for, so that it is they who close them. */
const KEEP_ALIVE_MS = 75_000
/** A socket on which nothing moves. Longer than the longest wait. */
const SILENCE_MS = 120_000
const CHECK_MS = 5_000

/** A fastify with everything but routes: these are added by `addRoutes`. */
export function buildAppServer(options: AppServerOptions, addRoutes: (app: FastifyInstance) => void): FastifyInstance {
  const { log, metrics } = options
  const nextId = requestIds()
  const app = fastify({
    // Its request log costs a child logger and two lines per request; ours is in `noteAnswers`.
    logger: false,
    genReqId: nextId,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: SILENCE_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    ajv: { customOptions: { allErrors: true } },
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, nextId()),
    frameworkErrors: (error, request, reply) => {
      setAnswerHeaders(request, reply)
      sendProblem(log, error, request, reply)
    },
  })
  app.server.maxConnections = options.maxConnections
  app.decorateRequest('principal')
  app.addHook('onRequest', (request, reply, done) => {
    setAnswerHeaders(request, reply)
    done()
  })
  noteAnswers(app, log, metrics)
  const countUnmatched = metrics.counterOfUnmatched()
  handleErrors(app, log, () => countUnmatched(404))
  const refuse = refuseOtherMethods(app)
  addRoutes(app)
  app.after(refuse)
  return app
}

/** Counts each answer. A hook per route, because asking fastify for the route's name builds an object each time. */
function noteAnswers(app: FastifyInstance, log: Logger, metrics: RequestMetrics): void {
  const debug = log.isLevelEnabled('debug')
  app.addHook('onRoute', (route) => {
    const count = metrics.counterOf(route.url)
    const note = (request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void => {
      const { statusCode: status } = reply
      count(status)
      if (debug) {
        log.debug({ request_id: request.id, method: request.method, route: route.url, status }, 'answered')
      }
      done()
    }
    route.onSend = [note, ...[route.onSend ?? []].flat()]
  })
}

/** Unique over restarts by the process's own part, and cheap by a counter. */
function requestIds(): () => string {
  const process = newId('req')
  let count = 0
  return () => `${process}-${++count}`
}
