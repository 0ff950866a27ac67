import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from './answer-cache.ts'
import { addGetMail } from './routes/get-mail.ts'
import { addHealth, type HealthRouteOptions } from './routes/health.ts'
import { addV1 } from './routes/v1/add-v1.ts'
import type { V1Options } from './routes/v1/v1-options.ts'

export interface ApiOptions extends V1Options, HealthRouteOptions {
  readonly answers: AnswerCache
}

/** Everything that the description of the API describes. */
export function addApiRoutes(app: FastifyInstance, options: ApiOptions): void {
  addGetMail(app, options)
  addV1(app, options)
  addHealth(app, options)
}
