import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { admit, personOf } from '../../../admit.ts'
import { endedCookie } from '../../../session-cookie.ts'
import { NO_KEYS } from '../scopes.ts'
import { strictBody } from '../strict-body.ts'
import type { V1Options } from '../v1-options.ts'
import { Email, Password } from './fields.ts'

const Wish = Type.Object({ password: Type.Optional(Password), confirm: Email }, { additionalProperties: false })

/** DELETE /v1/account. */
export function addDeleteAccount(app: FastifyInstance, { mail }: V1Options): void {
  const { people } = mail
  app.delete<{ Body: Static<typeof Wish> }>(
    '/account',
    {
      schema: { body: Wish, response: { 204: Type.Null() } },
      config: { problems: ['invalid_credentials', 'conflict'] },
      validatorCompiler: strictBody,
      onRequest: admit(mail, NO_KEYS, 'owner'),
    },
    async (request, reply) => {
      await people.deleteAccount(personOf(request), request.body.password, request.body.confirm)
      return reply.header('set-cookie', endedCookie(people.baseUrl)).code(204).send()
    },
  )
}
