import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { messageId } from '../../../../domain/ids.ts'
import { admit } from '../../admit.ts'
import { CLAIMING } from '../../route-problems.ts'
import { atAddress } from './inbox.ts'
import { InboxPath } from './inbox-schema.ts'
import { FULL } from './scopes.ts'
import type { V1Options } from './v1-options.ts'

/** POST /v1/inboxes/{address}/test-mail. */
export function addSendTestMail(app: FastifyInstance, { mail, baseUrl }: V1Options): void {
  app.post<{ Params: Static<typeof InboxPath> }>(
    '/inboxes/:address/test-mail',
    {
      schema: { params: InboxPath, response: { 201: Type.Object({ id: Type.String() }) } },
      config: { problems: [...CLAIMING, 'inbox_full'] },
      onRequest: admit(mail, FULL),
    },
    async ({ principal, params }, reply) => {
      const { inboxId, seq } = await atAddress(mail.sendTestMail(principal, params.address))
      const id = messageId(inboxId, seq)
      return reply.code(201).header('location', `${baseUrl()}/v1/messages/${id}`).send({ id })
    },
  )
}
