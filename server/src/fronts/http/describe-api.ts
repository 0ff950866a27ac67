import fastify from 'fastify'
import pino from 'pino'
import type { Mail } from '../../app/mail.ts'
import { addApiRoutes } from './add-api-routes.ts'
import { AnswerCache } from './answer-cache.ts'
import { collectApiRoutes } from './api-routes.ts'
import { HeldRequests } from './held-requests.ts'
import { buildOpenApi } from './openapi.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/** The description without a server: the routes are added to an app that nobody calls, so that there is no mail either. */
export async function describeApi(): Promise<OpenApiDocument> {
  const app = fastify()
  const routes = collectApiRoutes(app)
  addApiRoutes(app, {
    mail: {} as Mail,
    held: new HeldRequests(),
    answers: new AnswerCache(),
    baseUrl: () => '',
    traffic: { requests: { total: 0 }, errors: { total: 0 } },
    disk: async () => ({ used_bytes: 0, free_bytes: 0 }),
    certificates: () => [],
    log: pino({ level: 'silent' }),
    ready: async () => [],
    without: () => [],
    stopping: () => false,
  })
  await app.ready()
  await app.close()
  return buildOpenApi(routes, 'http://127.0.0.1:8025')
}
