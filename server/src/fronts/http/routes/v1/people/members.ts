import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { iso } from '../../../../../domain/iso.ts'
import type { UserListing } from '../../../../../domain/people-store.ts'
import { admit, personOf } from '../../../admit.ts'
import { MomentSchema } from '../moment-schema.ts'
import { pageOf } from '../page.ts'
import { NO_KEYS } from '../scopes.ts'
import { strictBody } from '../strict-body.ts'
import type { V1Options } from '../v1-options.ts'
import { IdPath, RoleSchema } from './fields.ts'

export const MemberSchema = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: RoleSchema,
  totp: Type.Boolean({ description: 'Whether a second factor is asked for.' }),
  created_at: MomentSchema,
})
const Change = Type.Object({ role: RoleSchema }, { additionalProperties: false })
type Path = Static<typeof IdPath>

/** GET /v1/members, PATCH and DELETE /v1/members/{id}. */
export function addMembers(app: FastifyInstance, { mail }: V1Options): void {
  const { people } = mail
  const onRequest = admit(mail, NO_KEYS, 'admin')
  app.get('/members', { schema: { response: { 200: pageOf(MemberSchema) } }, onRequest }, async ({ principal }) => ({
    data: (await people.listMembers(principal)).map(recordOf),
    next_cursor: null,
  }))
  app.patch<{ Params: Path; Body: Static<typeof Change> }>(
    '/members/:id',
    {
      schema: { params: IdPath, body: Change, response: { 200: MemberSchema } },
      config: { problems: ['conflict'] },
      validatorCompiler: strictBody,
      onRequest,
    },
    async (request) => recordOf(await people.changeRole(personOf(request), request.params.id, request.body.role)),
  )
  app.delete<{ Params: Path }>(
    '/members/:id',
    { schema: { params: IdPath, response: { 204: Type.Null() } }, config: { problems: ['conflict'] }, onRequest },
    async (request, reply) => {
      await people.removeMember(personOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}

function recordOf({ id, email, role, hasTotp, createdAt }: UserListing): Static<typeof MemberSchema> {
  return { id, email, role, totp: hasTotp, created_at: iso(createdAt) }
}
