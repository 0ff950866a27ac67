import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { normaliseDomain } from '../../../../domain/address.ts'
import { admit } from '../../admit.ts'
import { DomainPath, DomainSchema, DomainWish } from './domain-schema.ts'
import { DEFAULT_PAGE, foreignCursor, PageParameters, pageOf } from './page.ts'
import { FULL, READERS } from './scopes.ts'
import { strictBody } from './strict-body.ts'
import type { V1Options } from './v1-options.ts'

const Page = Type.Object(PageParameters)
type Path = { Params: Static<typeof DomainPath> }

/** Longer than a check can take. */
const CHECK_SECONDS = 20

/** GET and POST /v1/domains, GET and DELETE /v1/domains/{domain}, POST /v1/domains/{domain}/check. */
export function addDomains(app: FastifyInstance, { mail, held, baseUrl }: V1Options): void {
  const { domains } = mail
  const change = admit(mail, FULL, 'admin')
  const response = { 200: DomainSchema }
  app.get<{ Querystring: Static<typeof Page> }>(
    '/domains',
    { schema: { querystring: Page, response: { 200: pageOf(DomainSchema) } }, onRequest: admit(mail, READERS) },
    async ({ principal, query }) => {
      const found = await domains.list(principal, readCursor(query.cursor), query.limit ?? DEFAULT_PAGE)
      return { data: found.domains, next_cursor: found.next === null ? null : writeCursor(found.next) }
    },
  )
  app.post<{ Body: Static<typeof DomainWish> }>(
    '/domains',
    {
      schema: { body: DomainWish, response: { 200: DomainSchema, 201: DomainSchema } },
      config: { problems: ['plan_required', 'conflict', 'domain_not_allowed'] },
      validatorCompiler: strictBody,
      onRequest: change,
    },
    async ({ principal, body }, reply) => {
      const { domain, added } = await domains.add(principal, body.domain)
      if (added) reply.code(201).header('location', `${baseUrl()}/v1/domains/${domain.domain}`)
      return domain
    },
  )
  app.get<Path>(
    '/domains/:domain',
    {
      schema: { params: DomainPath, response },
      config: { problems: ['not_found'] },
      onRequest: admit(mail, READERS),
    },
    ({ principal, params }) => domains.get(principal, params.domain),
  )
  app.delete<Path>(
    '/domains/:domain',
    {
      schema: { params: DomainPath, response: { 204: Type.Null() } },
      config: { problems: ['not_found'] },
      onRequest: change,
    },
    async ({ principal, params }, reply) => {
      await domains.remove(principal, params.domain)
      return reply.code(204).send()
    },
  )
  app.post<Path>(
    '/domains/:domain/check',
    { schema: { params: DomainPath, response }, config: { problems: ['not_found', 'conflict'] }, onRequest: change },
    ({ principal, params }, reply) =>
      held.hold(reply.raw, CHECK_SECONDS, (signal) => domains.check(principal, params.domain, signal)),
  )
}

function writeCursor(name: string): string {
  return Buffer.from(name).toString('base64url')
}

/** The list goes by name, so that the place of one that is gone is a place all the same. */
function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const name = Buffer.from(cursor, 'base64url').toString('latin1')
  if (normaliseDomain(name) === name && writeCursor(name) === cursor) return name
  throw foreignCursor()
}
