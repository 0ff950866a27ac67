import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { admit, personOf } from '../../../admit.ts'
import { NO_KEYS } from '../scopes.ts'
import { strictBody } from '../strict-body.ts'
import type { V1Options } from '../v1-options.ts'
import { Code, Password } from './fields.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const Proposal = Type.Object({
  secret: Type.String({ description: 'In base 32.', examples: [SECRET] }),
  otpauth_url: Type.String({
    description: 'For a QR code.',
    examples: [`otpauth://totp/Mayfly:you%40example.com?secret=${SECRET}&issuer=Mayfly`],
  }),
})
const Confirmation = Type.Object({ code: Code }, { additionalProperties: false })
const Removal = Type.Object({ password: Type.Optional(Password) }, { additionalProperties: false })
const Recovery = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Ten, shown this once; each works once in place of a code.',
    examples: [['0f3a9-c81d2-77e04-b5a61', '…']],
  }),
})

/** POST and DELETE /v1/totp, POST /v1/totp/confirm. */
export function addTotp(app: FastifyInstance, { mail }: V1Options): void {
  const { people } = mail
  const shared = { validatorCompiler: strictBody, onRequest: admit(mail, NO_KEYS) }
  app.post(
    '/totp',
    { schema: { response: { 201: Proposal } }, config: { problems: ['conflict'] }, onRequest: shared.onRequest },
    async (request, reply) => reply.code(201).send(await people.proposeTotp(personOf(request))),
  )
  app.post<{ Body: Static<typeof Confirmation> }>(
    '/totp/confirm',
    { ...shared, schema: { body: Confirmation, response: { 200: Recovery } }, config: { problems: ['conflict'] } },
    async (request) => ({ recovery_codes: await people.confirmTotp(personOf(request), request.body.code) }),
  )
  app.delete<{ Body: Static<typeof Removal> }>(
    '/totp',
    {
      ...shared,
      schema: { body: Removal, response: { 204: Type.Null() } },
      config: { problems: ['invalid_credentials'] },
    },
    async (request, reply) => {
      await people.removeTotp(personOf(request), request.body.password)
      return reply.code(204).send()
    },
  )
}
