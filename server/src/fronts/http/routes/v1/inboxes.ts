import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { CreatedInbox, InboxView } from '../../../../app/inboxes.ts'
import { admit } from '../../admit.ts'
import { invalidRequest, pointAt } from '../../problem.ts'
import { CLAIMING } from '../../route-problems.ts'
import { InboxChangeFields, InboxSchema } from './inbox-schema.ts'
import { DEFAULT_PAGE, PageParameters, pageOf } from './page.ts'
import { ANYONE, TAKERS } from './scopes.ts'
import { strictBody } from './strict-body.ts'
import type { V1Options } from './v1-options.ts'

const Wish = Type.Object(
  {
    address: Type.Optional(Type.String({ description: 'Without it, one that nobody can guess.' })),
    domain: Type.Optional(Type.String({ description: 'Where the unguessable address is to be.' })),
    ...InboxChangeFields,
  },
  { additionalProperties: false },
)
type Wish = Static<typeof Wish>

const Page = Type.Object(PageParameters)
type Page = Static<typeof Page>

const PATH = '/inboxes'

/** POST and GET /v1/inboxes. */
export function addInboxes(app: FastifyInstance, options: V1Options): void {
  const { mail } = options
  app.post<{ Body: Wish }>(
    PATH,
    {
      schema: { body: Wish, response: { 200: InboxSchema, 201: InboxSchema } },
      validatorCompiler: strictBody,
      onRequest: admit(mail, TAKERS),
      config: { problems: CLAIMING },
    },
    async (request, reply) => create(options, request, reply),
  )
  app.get<{ Querystring: Page }>(
    PATH,
    { schema: { querystring: Page, response: { 200: pageOf(InboxSchema) } }, onRequest: admit(mail, ANYONE) },
    async ({ principal, query }) => {
      const { inboxes, next } = await mail.listInboxes(principal, query.cursor ?? null, query.limit ?? DEFAULT_PAGE)
      return { data: inboxes, next_cursor: next }
    },
  )
}

async function create(
  options: V1Options,
  request: FastifyRequest<{ Body: Wish }>,
  reply: FastifyReply,
): Promise<InboxView> {
  const { inbox, created } = await make(options, request)
  if (created) {
    reply.code(201).header('location', `${options.baseUrl()}/v1/inboxes/${encodeURIComponent(inbox.address)}`)
  }
  return inbox
}

async function make({ mail }: V1Options, { principal, body }: FastifyRequest<{ Body: Wish }>): Promise<CreatedInbox> {
  const { address, domain, label, ttl_seconds: ttlSeconds } = body
  if (address !== undefined && domain !== undefined) {
    throw invalidRequest('/domain', 'is part of the address already: leave one of them out')
  }
  try {
    return await mail.createInbox(principal, { address, domain, label, ttlSeconds })
  } catch (error) {
    throw pointAt(error, address === undefined ? '/domain' : '/address')
  }
}
