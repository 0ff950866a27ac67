import type { FastifyInstance } from 'fastify'
import type { KeyScope } from '../../domain/api-key.ts'
import { type Access, accessOf } from './access.ts'
import { admittedScopes } from './admit.ts'
import type { JsonSchema } from './openapi-document.ts'
import type { ProblemCode } from './problem.ts'

/** A route as it was declared. */
export interface ApiRoute {
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  /** Of the keys that may call it; null where it asks for none. */
  readonly scopes: readonly KeyScope[] | null
  /** What it refuses, as far as it says so itself. */
  readonly problems: readonly ProblemCode[]
  readonly access: Access
  readonly params?: JsonSchema
  readonly querystring?: JsonSchema
  readonly body?: JsonSchema
  readonly response?: Readonly<Record<string, JsonSchema>>
}

/** Not the metrics, nor the pages for people. */
const DESCRIBED = /^\/(?:getMail$|v1\/|healthz$|readyz$)/

/** Call it before the routes are added; the list is whole when the app is ready. */
export function collectApiRoutes(app: FastifyInstance): readonly ApiRoute[] {
  const routes: ApiRoute[] = []
  app.addHook('onRoute', ({ method, url, schema, onRequest, config }) => {
    // Several methods at once are the refusal of all that a path does not take.
    if (typeof method !== 'string' || method === 'HEAD' || !DESCRIBED.test(url)) return
    const { params, querystring, body, response } = (schema ?? {}) as Partial<ApiRoute>
    routes.push({
      method,
      path: url.replace(/:(\w+)/g, '{$1}'),
      scopes: admittedScopes(onRequest),
      problems: config?.problems ?? [],
      access: accessOf(onRequest),
      // By way of JSON: what typebox notes for itself is gone, and nothing that is done to a schema later shows here.
      ...JSON.parse(JSON.stringify({ params, querystring, body, response })),
    })
  })
  return routes
}
