import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { openDoor, visitorOf } from '../../../open-door.ts'
import { strictBody } from '../strict-body.ts'
import type { V1Options } from '../v1-options.ts'
import { Code, Email, Password } from './fields.ts'
import { SessionSchema, sendEntered } from './session.ts'

const Wish = Type.Object({ email: Email, password: Password }, { additionalProperties: false })
const Confirmation = Type.Object({ email: Email, code: Code }, { additionalProperties: false })
const Sent = Type.Object({ status: Type.Literal('code_sent') })

/** POST /v1/signup and /v1/signup/confirm. */
export function addSignUp(app: FastifyInstance, options: V1Options): void {
  const { mail } = options
  app.post<{ Body: Static<typeof Wish> }>(
    '/signup',
    {
      schema: { body: Wish, response: { 201: SessionSchema, 202: Sent } },
      config: { problems: ['invalid_address', 'forbidden', 'conflict'] },
      validatorCompiler: strictBody,
      onRequest: openDoor(mail, { name: 'sign-up', perMinute: 10 }),
    },
    async (request, reply) => {
      const entered = await mail.people.signUp(request.body, visitorOf(request))
      return entered ? sendEntered(options, reply, entered) : reply.code(202).send({ status: 'code_sent' })
    },
  )
  app.post<{ Body: Static<typeof Confirmation> }>(
    '/signup/confirm',
    {
      schema: { body: Confirmation, response: { 201: SessionSchema } },
      config: { problems: ['invalid_address', 'invalid_credentials', 'forbidden', 'conflict'] },
      validatorCompiler: strictBody,
      onRequest: openDoor(mail, { name: 'sign-up code', perMinute: 20 }),
    },
    async (request, reply) =>
      sendEntered(options, reply, await mail.people.confirmSignUp(request.body, visitorOf(request))),
  )
}
