import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { admit, personOf } from '../../../admit.ts'
import { openDoor, visitorOf } from '../../../open-door.ts'
import { NO_KEYS } from '../scopes.ts'
import { strictBody } from '../strict-body.ts'
import type { V1Options } from '../v1-options.ts'
import { Email, Password, Token } from './fields.ts'

const Change = Type.Object(
  { current_password: Type.Optional(Password), new_password: Password },
  { additionalProperties: false },
)
const Forgot = Type.Object({ email: Email }, { additionalProperties: false })
const Reset = Type.Object({ token: Token, new_password: Password }, { additionalProperties: false })
const Accepted = Type.Object({ status: Type.Literal('accepted') })

/** POST /v1/password, /v1/password/forgot and /v1/password/reset. */
export function addPasswords(app: FastifyInstance, { mail }: V1Options): void {
  const { people } = mail
  const shared = { validatorCompiler: strictBody }
  const done = { 204: Type.Null() }
  app.post<{ Body: Static<typeof Change> }>(
    '/password',
    {
      ...shared,
      schema: { body: Change, response: done },
      config: { problems: ['invalid_credentials'] },
      onRequest: admit(mail, NO_KEYS),
    },
    async (request, reply) => {
      const { current_password: current, new_password: wanted } = request.body
      await people.changePassword(personOf(request), current, wanted)
      return reply.code(204).send()
    },
  )
  app.post<{ Body: Static<typeof Forgot> }>(
    '/password/forgot',
    {
      ...shared,
      schema: { body: Forgot, response: { 202: Accepted } },
      onRequest: openDoor(mail, { name: 'forgot', perMinute: 10 }),
    },
    async (request, reply) => {
      people.forgotPassword(request.body.email)
      return reply.code(202).send({ status: 'accepted' })
    },
  )
  app.post<{ Body: Static<typeof Reset> }>(
    '/password/reset',
    {
      ...shared,
      schema: { body: Reset, response: done },
      config: { problems: ['invalid_credentials'] },
      onRequest: openDoor(mail, { name: 'reset', perMinute: 20 }),
    },
    async (request, reply) => {
      await people.resetPassword(request.body.token, request.body.new_password, visitorOf(request))
      return reply.code(204).send()
    },
  )
}
