import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { DeliveryView } from '../../../../app/webhooks/delivery-view.ts'
import { parseDeliveryId } from '../../../../domain/ids.ts'
import type { DeliveryPlace } from '../../../../domain/webhook-store.ts'
import { admit } from '../../admit.ts'
import { DEFAULT_PAGE, foreignCursor, PageParameters, pageOf } from './page.ts'
import { FULL, READERS } from './scopes.ts'
import type { V1Options } from './v1-options.ts'
import { DeliverySchema, IdPath } from './webhook-schema.ts'

const Page = Type.Object(PageParameters)
type Page = Static<typeof Page>
type Path = { Params: Static<typeof IdPath> }

/** GET /v1/deliveries, /v1/deliveries/{id} and /v1/webhooks/{id}/deliveries, POST /v1/deliveries/{id}/redeliver. */
export function addDeliveries(app: FastifyInstance, { mail }: V1Options): void {
  const { webhooks } = mail
  const list = { querystring: Page, response: { 200: pageOf(DeliverySchema) } }
  app.get<{ Querystring: Page }>(
    '/deliveries',
    { schema: list, onRequest: admit(mail, READERS) },
    ({ principal, query }) => cutPage(query, (page) => webhooks.deliveries(principal, null, page)),
  )
  app.get<Path & { Querystring: Page }>(
    '/webhooks/:id/deliveries',
    { schema: { ...list, params: IdPath }, onRequest: admit(mail, READERS) },
    ({ principal, params, query }) => cutPage(query, (page) => webhooks.deliveries(principal, params.id, page)),
  )
  app.get<Path>(
    '/deliveries/:id',
    { schema: { params: IdPath, response: { 200: DeliverySchema } }, onRequest: admit(mail, READERS) },
    ({ principal, params }) => webhooks.delivery(principal, params.id),
  )
  app.post<Path>(
    '/deliveries/:id/redeliver',
    {
      schema: { params: IdPath, response: { 202: DeliverySchema } },
      config: { problems: ['conflict'] },
      onRequest: admit(mail, FULL, 'admin'),
    },
    async ({ principal, params }, reply) => reply.code(202).send(await webhooks.redeliver(principal, params.id)),
  )
}

type Read = (page: { before: DeliveryPlace | null; limit: number }) => Promise<readonly DeliveryView[]>

async function cutPage({ cursor, limit = DEFAULT_PAGE }: Page, read: Read): Promise<object> {
  const found = await read({ before: cursor === undefined ? null : readPlace(cursor), limit: limit + 1 })
  const data = found.slice(0, limit)
  const last = found.length > limit ? data.at(-1) : undefined
  return { data, next_cursor: last === undefined ? null : writePlace(Date.parse(last.created_at), last.id) }
}

function writePlace(createdAt: number, id: string): string {
  return Buffer.from(`${createdAt.toString(36)} ${id}`).toString('base64url')
}

function readPlace(cursor: string): DeliveryPlace {
  const [moment = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  const place = parseDeliveryId(id)
  const createdAt = /^[0-9a-z]{1,11}$/.test(moment) ? Number.parseInt(moment, 36) : Number.NaN
  if (!place || !Number.isSafeInteger(createdAt) || writePlace(createdAt, id) !== cursor) throw foreignCursor()
  return { ...place, createdAt }
}
