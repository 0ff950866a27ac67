import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { iso } from '../../../../../domain/iso.ts'
import type { Invite } from '../../../../../domain/people-store.ts'
import { admit, personOf } from '../../../admit.ts'
import { openDoor, visitorOf } from '../../../open-door.ts'
import { MomentSchema } from '../moment-schema.ts'
import { pageOf } from '../page.ts'
import { NO_KEYS } from '../scopes.ts'
import { strictBody } from '../strict-body.ts'
import type { V1Options } from '../v1-options.ts'
import { Email, IdPath, Password, RoleSchema, Token } from './fields.ts'
import { SessionSchema, sendEntered } from './session.ts'

const NullableEmail = Type.Union([Type.String(), Type.Null()])
const inviteFields = {
  id: Type.String(),
  role: RoleSchema,
  email: NullableEmail,
  created_at: MomentSchema,
  expires_at: MomentSchema,
}
export const InviteSchema = Type.Object(inviteFields)
const NewInvite = Type.Object({
  ...inviteFields,
  url: Type.String({
    description: 'For whoever is invited. Shown this once.',
    examples: ['https://mail.example.com/invite#token=…'],
  }),
})
const Wish = Type.Object({ role: RoleSchema, email: Type.Optional(Email) }, { additionalProperties: false })
const Acceptance = Type.Object({ token: Token, email: Email, password: Password }, { additionalProperties: false })
const Ask = Type.Object({ token: Token })
const Asked = Type.Object({
  account: Type.String({
    description: "Whose account it is: its owner's address.",
    examples: ['owner@example.com'],
  }),
  role: RoleSchema,
  email: NullableEmail,
})

const ACCEPT = '/invites/accept'

/** GET and POST /v1/invites, DELETE /v1/invites/{id}, GET and POST /v1/invites/accept. */
export function addInvites(app: FastifyInstance, options: V1Options): void {
  const { mail } = options
  const { people } = mail
  const onRequest = admit(mail, NO_KEYS, 'admin')
  app.get('/invites', { schema: { response: { 200: pageOf(InviteSchema) } }, onRequest }, async ({ principal }) => ({
    data: (await people.listInvites(principal)).map(recordOf),
    next_cursor: null,
  }))
  app.post<{ Body: Static<typeof Wish> }>(
    '/invites',
    {
      schema: { body: Wish, response: { 201: NewInvite } },
      config: { problems: ['invalid_address', 'plan_required'] },
      validatorCompiler: strictBody,
      onRequest,
    },
    async (request, reply) => {
      const { role, email } = request.body
      const { invite, url } = await people.createInvite(personOf(request), role, email)
      return reply.code(201).send({ ...recordOf(invite), url })
    },
  )
  app.delete<{ Params: Static<typeof IdPath> }>(
    '/invites/:id',
    { schema: { params: IdPath, response: { 204: Type.Null() } }, onRequest },
    async (request, reply) => {
      await people.deleteInvite(personOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
  addAcceptance(app, options)
}

function addAcceptance(app: FastifyInstance, options: V1Options): void {
  const { mail } = options
  const onRequest = openDoor(mail, { name: 'invite', perMinute: 30 })
  app.get<{ Querystring: Static<typeof Ask> }>(
    ACCEPT,
    {
      schema: { querystring: Ask, response: { 200: Asked } },
      config: { problems: ['invalid_credentials'] },
      onRequest,
    },
    ({ query }) => mail.people.viewInvite(query.token),
  )
  app.post<{ Body: Static<typeof Acceptance> }>(
    ACCEPT,
    {
      schema: { body: Acceptance, response: { 201: SessionSchema } },
      config: { problems: ['invalid_address', 'invalid_credentials', 'plan_required', 'forbidden', 'conflict'] },
      validatorCompiler: strictBody,
      onRequest,
    },
    async (request, reply) =>
      sendEntered(options, reply, await mail.people.acceptInvite(request.body, visitorOf(request))),
  )
}

function recordOf({ id, role, email, createdAt, expiresAt }: Invite): Static<typeof InviteSchema> {
  return { id, role, email, created_at: iso(createdAt), expires_at: iso(expiresAt) }
}
