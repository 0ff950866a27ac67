import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { summaryOf } from '../../../../app/message-view.ts'
import { decodeCursor, encodeCursor } from '../../../../domain/cursor.ts'
import { admit } from '../../admit.ts'
import { readSince } from '../../mail-query.ts'
import { CLAIMING, OWNING } from '../../route-problems.ts'
import { FilterParameters, requireOwnFilters } from './filter-schema.ts'
import { atAddress } from './inbox.ts'
import { InboxPath } from './inbox-schema.ts'
import { ListedMessage } from './message-schema.ts'
import { DEFAULT_PAGE, foreignCursor, PageParameters, pageOf } from './page.ts'
import { ANYONE, FULL } from './scopes.ts'
import type { V1Options } from './v1-options.ts'

const Query = Type.Object({
  ...PageParameters,
  since: Type.Optional(Type.String({ description: 'Received at this moment or later: an RFC 3339 date-time.' })),
  ...FilterParameters,
})
type Ask = { Params: Static<typeof InboxPath>; Querystring: Static<typeof Query> }

export const INBOX_MESSAGES = '/inboxes/:address/messages'

const ListPage = pageOf(ListedMessage)

/** GET and DELETE /v1/inboxes/{address}/messages. */
export function addInboxMessages(app: FastifyInstance, options: V1Options): void {
  const { mail } = options
  app.get<Ask>(
    INBOX_MESSAGES,
    {
      schema: { params: InboxPath, querystring: Query, response: { 200: ListPage } },
      onRequest: admit(mail, ANYONE),
      config: { problems: [...CLAIMING, 'forbidden'] },
    },
    (request) => list(options, request),
  )
  app.delete<{ Params: Static<typeof InboxPath> }>(
    INBOX_MESSAGES,
    {
      schema: { params: InboxPath, response: { 204: Type.Null() } },
      onRequest: admit(mail, FULL),
      config: { problems: OWNING },
    },
    async ({ principal, params }, reply) => {
      await atAddress(mail.emptyInbox(principal, params.address))
      return reply.code(204).send()
    },
  )
}

async function list({ mail }: V1Options, { principal, params, query }: FastifyRequest<Ask>): Promise<object> {
  const { limit = DEFAULT_PAGE, from, subject, contains, has } = query
  requireOwnFilters(principal, { contains })
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
  if (cursor === null) throw foreignCursor()
  const since = query.since === undefined ? undefined : readSince(query.since)
  const inbox = await atAddress(mail.openInbox(principal, params.address))
  if (cursor !== undefined && cursor.inboxId !== inbox.id) throw foreignCursor()
  const asked = { limit, before: cursor?.seq, since, from, subject, contains, has }
  const { listed, next } = await mail.listMessages(inbox, asked)
  return {
    data: listed.map((one) => summaryOf(one, principal.scope)),
    next_cursor: next === null ? null : encodeCursor({ inboxId: inbox.id, seq: next }),
  }
}
