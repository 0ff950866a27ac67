import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { viewOfMessage } from '../../../../app/message-view.ts'
import type { NearMiss, Waited } from '../../../../app/message-wait.ts'
import type { KeyScope } from '../../../../domain/api-key.ts'
import { seqAfter } from '../../../../domain/cursor.ts'
import { iso } from '../../../../domain/iso.ts'
import { admit, outOfScope } from '../../admit.ts'
import { CLAIMING, WAITING } from '../../route-problems.ts'
import { MAX_WAIT_SECONDS } from '../../wait-time.ts'
import { FilterParameters, requireOwnFilters } from './filter-schema.ts'
import { atAddress } from './inbox.ts'
import { InboxPath } from './inbox-schema.ts'
import { ShownMessage } from './message-schema.ts'
import { ANYONE, TAKERS } from './scopes.ts'
import type { V1Options } from './v1-options.ts'

const DEFAULT_SECONDS = 30

const Query = Type.Object({
  timeout: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: DEFAULT_SECONDS,
      description: 'Seconds; 0 only looks.',
    }),
  ),
  after: Type.Optional(
    Type.String({ description: 'A cursor of this inbox. Without it, a message that is there already counts.' }),
  ),
  ...FilterParameters,
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1 })),
  claim: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'The message goes to one claiming waiter alone. Not for keys with the scope `read`.',
    }),
  ),
})
type Ask = { Params: Static<typeof InboxPath>; Querystring: Static<typeof Query> }

const CLOSED = { additionalProperties: false }

const Miss = Type.Object(
  {
    id: Type.String(),
    from: Type.Optional(Type.String()),
    subject: Type.Optional(Type.String()),
    failed: Type.Array(Type.String({ description: 'The conditions that did not hold.' })),
  },
  CLOSED,
)

export const WaitAnswer = Type.Union([
  Type.Object({ status: Type.Literal('received'), messages: Type.Array(ShownMessage), cursor: Type.String() }, CLOSED),
  Type.Object(
    {
      status: Type.Literal('timeout'),
      messages: Type.Array(ShownMessage, { maxItems: 0 }),
      cursor: Type.String(),
      near_misses: Type.Array(Miss),
      refused: Type.Array(Type.Object({ at: Type.String(), from: Type.String(), reason: Type.String() }, CLOSED)),
    },
    CLOSED,
  ),
])

/** GET /v1/inboxes/{address}/wait: holds the answer until a message matches. */
export function addWait(app: FastifyInstance, options: V1Options): void {
  app.get<Ask>(
    '/inboxes/:address/wait',
    {
      schema: { params: InboxPath, querystring: Query, response: { 200: WaitAnswer } },
      // It would claim a message and show it to nobody.
      exposeHeadRoute: false,
      onRequest: admit(options.mail, ANYONE),
      config: { problems: [...CLAIMING, ...WAITING, 'forbidden'] },
    },
    (request, reply) => wait(options, request, reply),
  )
}

async function wait({ mail, held }: V1Options, request: FastifyRequest<Ask>, reply: FastifyReply): Promise<object> {
  const { principal, params } = request
  const { timeout = DEFAULT_SECONDS, after, count = 1, claim = false, from, subject, contains, has } = request.query
  requireOwnFilters(principal, { contains })
  if (claim && !TAKERS.includes(principal.scope)) throw outOfScope(principal)
  const inbox = await atAddress(mail.openInbox(principal, params.address))
  const seq = after === undefined ? undefined : seqAfter(after, inbox.id)
  const query = { after: seq, count, claim, from, subject, contains, has }
  const waited = await held.hold(reply.raw, timeout, (signal) => mail.waitForMessage(principal, inbox, query, signal))
  return toAnswer(waited, principal.scope)
}

function toAnswer(waited: Waited, scope: KeyScope): Static<typeof WaitAnswer> | object {
  const { status, cursor } = waited
  if (status === 'received') return { status, messages: waited.found.map((one) => viewOfMessage(one, scope)), cursor }
  const misses = waited.nearMisses.map((miss) => shownMiss(miss, scope))
  const refused = waited.refused.map(({ at, ...refusal }) => ({ at: iso(at), ...refusal }))
  return { status, messages: [], cursor, near_misses: misses, refused }
}

function shownMiss({ id, from, subject, failed }: NearMiss, scope: KeyScope): object {
  return scope === 'codes' ? { id, failed } : { id, from, subject, failed }
}
