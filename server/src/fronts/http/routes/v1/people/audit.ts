import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { iso } from '../../../../../domain/iso.ts'
import type { AuditNote } from '../../../../../domain/people-store.ts'
import { admit } from '../../../admit.ts'
import { MomentSchema } from '../moment-schema.ts'
import { DEFAULT_PAGE, encodeIdCursor, PageParameters, pageOf, readIdCursor } from '../page.ts'
import { NO_KEYS } from '../scopes.ts'
import type { V1Options } from '../v1-options.ts'

const Text = Type.Union([Type.String(), Type.Null()])

export const AuditSchema = Type.Object({
  id: Type.String(),
  at: MomentSchema,
  actor: Type.Object(
    { user_id: Text, email: Text, key_id: Text },
    { description: 'All null where it was the operator, by a command on the server.' },
  ),
  action: Type.String({ examples: ['key.create'] }),
  target: Type.Union([Type.String(), Type.Null()], { examples: ['key_7q2m9x4k0v8c5n3t'] }),
  detail: Type.Union([Type.String(), Type.Null()], { examples: ['continuous integration (full)'] }),
  address: Type.Union([Type.String(), Type.Null()], { examples: ['192.0.2.17'] }),
})
const Page = Type.Object(PageParameters)

/** GET /v1/audit. */
export function addAudit(app: FastifyInstance, { mail }: V1Options): void {
  app.get<{ Querystring: Static<typeof Page> }>(
    '/audit',
    {
      schema: { querystring: Page, response: { 200: pageOf(AuditSchema) } },
      onRequest: admit(mail, NO_KEYS, 'admin'),
    },
    async ({ principal, query }) => {
      const after = readIdCursor(query.cursor, 'aud')
      const { notes, next } = await mail.people.readAudit(principal, after, query.limit ?? DEFAULT_PAGE)
      return { data: notes.map(recordOf), next_cursor: next === null ? null : encodeIdCursor(next) }
    },
  )
}

function recordOf({ id, at, actor, action, target, detail }: AuditNote): Static<typeof AuditSchema> {
  const { userId: user_id, email, keyId: key_id, address } = actor
  return { id, at: iso(at), actor: { user_id, email, key_id }, action, target, detail, address }
}
