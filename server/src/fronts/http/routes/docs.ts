import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ApiRoute } from '../api-routes.ts'
import { renderDocsPage } from '../docs-page.ts'
import { DOCS_POLICY } from '../docs-style.ts'
import { buildOpenApi } from '../openapi.ts'
import type { OpenApiDocument } from '../openapi-document.ts'

export interface DocsOptions {
  readonly routes: readonly ApiRoute[]
  readonly baseUrl: () => string
  /** Where the addresses of the examples are. */
  readonly domain: string
}

/** GET /docs, the reference for people, and GET /openapi.json, the same for programs. Both for everybody. */
export function addDocs(app: FastifyInstance, { routes, baseUrl, domain }: DocsOptions): void {
  let made: OpenApiDocument | null = null
  const describe = (): OpenApiDocument => {
    made ??= buildOpenApi(routes, baseUrl())
    return made
  }
  app.get('/openapi.json', (_request, reply) => reply.send(describe()))
  app.get('/docs', (_request, reply) => {
    // Whoever reads first owns an address, so that each reader of the page gets another one.
    const address = `docs-${randomBytes(5).toString('hex')}@${domain}`
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': DOCS_POLICY,
        'referrer-policy': 'no-referrer',
      })
      .send(renderDocsPage({ document: describe(), address }))
  })
}
