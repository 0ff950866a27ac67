import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { admit, personOf } from '../../../admit.ts'
import { NO_KEYS } from '../scopes.ts'
import { strictBody } from '../strict-body.ts'
import type { V1Options } from '../v1-options.ts'
import { Code, Password } from './fields.ts'

const Proposal = Type.Object({ secret: Type.String(), otpauth_url: Type.String() })
const Confirmation = Type.Object({ code: Code }, { additionalProperties: false })
const Removal = Type.Object({ password: Type.Optional(Password) }, { additionalProperties: false })
const Recovery = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'Shown this once; each works once in place of a code.' }),
})

/** POST and DELETE /v1/totp, POST /v1/totp/confirm. */
export function addTotp(app: FastifyInstance, { mail }: V1Options): void {
  const { people } = mail
  const shared = { validatorCompiler: strictBody, onRequest: admit(mail, NO_KEYS) }
  app.post('/totp', { schema: { response: { 201: Proposal } }, onRequest: shared.onRequest }, async (request, reply) =>
    reply.code(201).send(await people.proposeTotp(personOf(request))),
  )
  app.post<{ Body: Static<typeof Confirmation> }>(
    '/totp/confirm',
    { ...shared, schema: { body: Confirmation, response: { 200: Recovery } } },
    async (request) => ({ recovery_codes: await people.confirmTotp(personOf(request), request.body.code) }),
  )
  app.delete<{ Body: Static<typeof Removal> }>(
    '/totp',
    { ...shared, schema: { body: Removal, response: { 204: Type.Null() } } },
    async (request, reply) => {
      await people.removeTotp(personOf(request), request.body.password)
      return reply.code(204).send()
    },
  )
}
