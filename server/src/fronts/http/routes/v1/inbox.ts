import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { admit } from '../../admit.ts'
import { pointAt } from '../../problem.ts'
import { OWNING } from '../../route-problems.ts'
import { InboxChangeFields, InboxPath, InboxSchema } from './inbox-schema.ts'
import { FULL, READERS } from './scopes.ts'
import { strictBody } from './strict-body.ts'
import type { V1Options } from './v1-options.ts'

const Change = Type.Object(InboxChangeFields, { additionalProperties: false })
type Change = Static<typeof Change>
type Path = Static<typeof InboxPath>

const PATH = '/inboxes/:address'

/** GET, PATCH and DELETE /v1/inboxes/{address}. None of them claims it: what is not yours is not there. */
export function addInbox(app: FastifyInstance, { mail }: V1Options): void {
  const response = { 200: InboxSchema }
  const config = { problems: OWNING }
  app.get<{ Params: Path }>(
    PATH,
    { schema: { params: InboxPath, response }, onRequest: admit(mail, READERS), config },
    ({ principal, params }) => atAddress(mail.viewInbox(principal, params.address)),
  )
  app.patch<{ Params: Path; Body: Change }>(
    PATH,
    {
      schema: { params: InboxPath, body: Change, response },
      validatorCompiler: strictBody,
      onRequest: admit(mail, FULL),
      config,
    },
    ({ principal, params, body }) => {
      const change = { label: body.label, ttlSeconds: body.ttl_seconds }
      return atAddress(mail.changeInbox(principal, params.address, change))
    },
  )
  app.delete<{ Params: Path }>(
    PATH,
    { schema: { params: InboxPath, response: { 204: Type.Null() } }, onRequest: admit(mail, FULL), config },
    async ({ principal, params }, reply) => {
      await atAddress(mail.deleteInbox(principal, params.address))
      return reply.code(204).send()
    },
  )
}

/** An address that cannot be read is a fault of the path. */
export async function atAddress<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw pointAt(error, '/address')
  }
}
