import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { admit } from '../../admit.ts'
import { cutList, PageParameters, pageOf } from './page.ts'
import { FULL, READERS } from './scopes.ts'
import { strictBody } from './strict-body.ts'
import type { V1Options } from './v1-options.ts'
import { IdPath, NewWebhookSchema, WebhookChange, WebhookSchema, WebhookWish } from './webhook-schema.ts'

const Page = Type.Object(PageParameters)

type Path = { Params: Static<typeof IdPath> }

/** GET and POST /v1/webhooks, GET, PATCH and DELETE /v1/webhooks/{id}. */
export function addWebhooks(app: FastifyInstance, { mail, baseUrl }: V1Options): void {
  const { webhooks } = mail
  const response = { 200: WebhookSchema }
  app.get<{ Querystring: Static<typeof Page> }>(
    '/webhooks',
    { schema: { querystring: Page, response: { 200: pageOf(WebhookSchema) } }, onRequest: admit(mail, READERS) },
    async ({ principal, query }) => cutList(await webhooks.list(principal), query, 'whk'),
  )
  app.post<{ Body: Static<typeof WebhookWish> }>(
    '/webhooks',
    {
      schema: { body: WebhookWish, response: { 201: NewWebhookSchema } },
      config: { problems: ['plan_required'] },
      validatorCompiler: strictBody,
      onRequest: admit(mail, FULL, 'admin'),
    },
    async ({ principal, body }, reply) => {
      const made = await webhooks.create(principal, wishOf(body))
      return reply.code(201).header('location', `${baseUrl()}/v1/webhooks/${made.id}`).send(made)
    },
  )
  app.get<Path>(
    '/webhooks/:id',
    { schema: { params: IdPath, response }, onRequest: admit(mail, READERS) },
    ({ principal, params }) => webhooks.get(principal, params.id),
  )
  app.patch<Path & { Body: Static<typeof WebhookChange> }>(
    '/webhooks/:id',
    {
      schema: { params: IdPath, body: WebhookChange, response },
      validatorCompiler: strictBody,
      onRequest: admit(mail, FULL, 'admin'),
    },
    ({ principal, params, body }) => webhooks.change(principal, params.id, wishOf(body)),
  )
  app.delete<Path>(
    '/webhooks/:id',
    { schema: { params: IdPath, response: { 204: Type.Null() } }, onRequest: admit(mail, FULL, 'admin') },
    async ({ principal, params }, reply) => {
      await webhooks.delete(principal, params.id)
      return reply.code(204).send()
    },
  )
}

function wishOf<T extends Static<typeof WebhookChange>>({ inbox_filter: inboxFilter, ...rest }: T) {
  return { ...rest, inboxFilter }
}
