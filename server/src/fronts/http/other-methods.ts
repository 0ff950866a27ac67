import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { HttpProblem } from './problem.ts'

/** CONNECT never becomes a request in Node. */
const ALL_METHODS = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[]

/**
 * RFC 9110 §15.5.6: on a path that exists, any other method is a 405 that says which ones there are.
 * Call it before the routes are added, and what it returns after them.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  for (const method of ALL_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    taken.set(url, methods)
  })
  return () => {
    for (const [url, methods] of [...taken]) refuse(app, url, methods)
  }
}

function refuse(app: FastifyInstance, url: string, methods: ReadonlySet<string>): void {
  const allow = [...methods].join(', ')
  app.route({
    method: ALL_METHODS.filter((method) => !methods.has(method)),
    url,
    // Before the body is looked at: what is in it does not matter.
    onRequest: async (_request, reply) => {
      reply.header('allow', allow)
      throw new HttpProblem('method_not_allowed', `This path takes ${allow}.`)
    },
    handler: () => undefined,
  })
}
