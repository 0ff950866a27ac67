import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { type ApiKey, KEY_SCOPES, type KeyScope } from '../../../../domain/api-key.ts'
import { iso, isoOrNull } from '../../../../domain/iso.ts'
import { admit } from '../../admit.ts'
import { MomentSchema, NullableMoment } from './moment-schema.ts'
import { cutList, PageParameters, pageOf } from './page.ts'
import { FULL, READERS } from './scopes.ts'
import { strictBody } from './strict-body.ts'
import type { V1Options } from './v1-options.ts'

const Scope = Type.Unsafe<KeyScope>({ type: 'string', enum: [...KEY_SCOPES] })

const keyFields = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String(),
  last4: Type.String(),
  scope: Scope,
  created_at: MomentSchema,
  created_by: Type.Union([Type.String(), Type.Null()]),
  last_used_at: NullableMoment,
  revoked_at: NullableMoment,
}
export const KeySchema = Type.Object(keyFields, { additionalProperties: false })
export const NewKeySchema = Type.Object(
  { ...keyFields, key: Type.String({ description: 'The key itself, shown this once.' }) },
  { additionalProperties: false },
)

const Wish = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' }),
    scope: Type.Optional(Scope),
  },
  { additionalProperties: false },
)
const Page = Type.Object(PageParameters)
const KeyPath = Type.Object({ id: Type.String() })

/** GET and POST /v1/keys, DELETE /v1/keys/{id}. */
export function addKeys(app: FastifyInstance, { mail }: V1Options): void {
  app.get<{ Querystring: Static<typeof Page> }>(
    '/keys',
    { schema: { querystring: Page, response: { 200: pageOf(KeySchema) } }, onRequest: admit(mail, READERS) },
    async ({ principal, query }) => cutList((await mail.listKeys(principal)).map(recordOf), query, 'key'),
  )
  app.post<{ Body: Static<typeof Wish> }>(
    '/keys',
    {
      schema: { body: Wish, response: { 201: NewKeySchema } },
      validatorCompiler: strictBody,
      onRequest: admit(mail, FULL),
    },
    async ({ principal, body }, reply) => {
      const { key, keyText } = await mail.createKey(principal, body.name, body.scope ?? 'full')
      return reply.code(201).send({ ...recordOf(key), key: keyText })
    },
  )
  app.delete<{ Params: Static<typeof KeyPath> }>(
    '/keys/:id',
    { schema: { params: KeyPath, response: { 204: Type.Null() } }, onRequest: admit(mail, FULL) },
    async ({ principal, params }, reply) => {
      await mail.revokeKey(principal, params.id)
      return reply.code(204).send()
    },
  )
}

function recordOf(key: ApiKey): Static<typeof KeySchema> {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last4: key.last4,
    scope: key.scope,
    created_at: iso(key.createdAt),
    created_by: key.createdBy,
    last_used_at: isoOrNull(key.lastUsedAt),
    revoked_at: isoOrNull(key.revokedAt),
  }
}
