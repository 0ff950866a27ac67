import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { viewOfMessage } from '../../../../app/message-view.ts'
import { admit } from '../../admit.ts'
import { ShownMessage } from './message-schema.ts'
import { ANYONE, FULL, READERS } from './scopes.ts'
import { strictBody } from './strict-body.ts'
import type { V1Options } from './v1-options.ts'

const MessagePath = Type.Object({ id: Type.String() })
const Change = Type.Object({ seen: Type.Boolean() }, { additionalProperties: false })
type Path = Static<typeof MessagePath>

const PATH = '/messages/:id'

/** GET, PATCH and DELETE /v1/messages/{id}, and its source. */
export function addMessage(app: FastifyInstance, options: V1Options): void {
  const { mail } = options
  app.get<{ Params: Path }>(
    PATH,
    { schema: { params: MessagePath, response: { 200: ShownMessage } }, onRequest: admit(mail, ANYONE) },
    async ({ principal, params }) => viewOfMessage(await mail.message(principal, params.id), principal.scope),
  )
  app.patch<{ Params: Path; Body: Static<typeof Change> }>(
    PATH,
    {
      schema: { params: MessagePath, body: Change, response: { 200: ShownMessage } },
      validatorCompiler: strictBody,
      onRequest: admit(mail, FULL),
    },
    async ({ principal, params, body }) =>
      viewOfMessage(await mail.markSeen(principal, params.id, body.seen), principal.scope),
  )
  app.delete<{ Params: Path }>(
    PATH,
    { schema: { params: MessagePath, response: { 204: Type.Null() } }, onRequest: admit(mail, FULL) },
    async ({ principal, params }, reply) => {
      await mail.deleteMessage(principal, params.id)
      return reply.code(204).send()
    },
  )
  addRaw(app, options)
}

/** The source is anybody's: a browser must neither show it nor run what is in it. */
function addRaw(app: FastifyInstance, { mail }: V1Options): void {
  app.get<{ Params: Path }>(
    `${PATH}/raw`,
    { schema: { params: MessagePath }, onRequest: admit(mail, READERS) },
    async ({ principal, params }, reply) => {
      const raw = await mail.rawMessage(principal, params.id)
      return reply
        .header('content-type', 'message/rfc822')
        .header('content-disposition', `attachment; filename="${params.id}.eml"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
    },
  )
}
