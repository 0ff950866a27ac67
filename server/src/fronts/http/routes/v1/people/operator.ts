import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Mail } from '../../../../../app/mail.ts'
import { DomainError } from '../../../../../domain/domain-error.ts'
import { iso } from '../../../../../domain/iso.ts'
import type { AccountSummary } from '../../../../../domain/people-store.ts'
import { PLAN_NAMES, type PlanName } from '../../../../../domain/plan.ts'
import { admit, personOf } from '../../../admit.ts'
import { MomentSchema } from '../moment-schema.ts'
import { DEFAULT_PAGE, encodeIdCursor, PageParameters, pageOf, readIdCursor } from '../page.ts'
import { NO_KEYS } from '../scopes.ts'
import { strictBody } from '../strict-body.ts'
import type { CertificateState, V1Options } from '../v1-options.ts'
import { IdPath } from './fields.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const PlanSchema = Type.Unsafe<PlanName>({ type: 'string', enum: [...PLAN_NAMES] })
const Count = Type.Integer()

export const OperatorAccountSchema = Type.Object({
  id: Type.String(),
  email: Type.Union([Type.String(), Type.Null()], { description: 'Of its first user.' }),
  plan: PlanSchema,
  suspended: Type.Boolean(),
  created_at: MomentSchema,
  usage: Type.Object({ inboxes: Count, stored_bytes: Count, members: Count }),
})
const MaybeMoment = Type.Union([MomentSchema, Type.Null()])
const CertificateSchema = Type.Object({
  names: Type.Array(Type.String()),
  source: Type.Unsafe<CertificateState['source']>({ type: 'string', enum: ['file', 'acme', 'self-signed'] }),
  issuer: Type.Union([Type.String(), Type.Null()]),
  expires_at: Type.Union([MomentSchema, Type.Null()], { description: 'Null where there is none yet.' }),
  last_error: Type.Union([Type.String(), Type.Null()], { description: 'Why there is no newer one.' }),
  next_try_at: MaybeMoment,
})
export const StatusSchema = Type.Object({
  intake_per_minute: Count,
  refused_per_minute: Count,
  http_requests_per_minute: Count,
  http_errors_per_minute: Count,
  deliveries: Type.Object({
    open: Type.Integer({ description: 'On their way, now or later.' }),
    held: Type.Integer({ description: 'Waiting for an endpoint that is paused.' }),
  }),
  disk: Type.Object({ used_bytes: Count, free_bytes: Count }),
  certificates: Type.Array(CertificateSchema),
  uptime_seconds: Count,
  version: Type.String({ examples: ['0.1.0'] }),
})
const Search = Type.Object({
  ...PageParameters,
  q: Type.Optional(Type.String({ maxLength: 254, description: "Part of an account's id or of a member's address." })),
})
const Change = Type.Object(
  { plan: Type.Optional(PlanSchema), suspended: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

const ACCOUNTS = '/operator/accounts'

/** GET /v1/operator/accounts, PATCH /v1/operator/accounts/{id}, GET /v1/operator/status. */
export function addOperator(app: FastifyInstance, options: V1Options): void {
  const { mail } = options
  const onRequest = [admit(mail, NO_KEYS, 'admin'), requireOperator(mail)]
  app.get<{ Querystring: Static<typeof Search> }>(
    ACCOUNTS,
    { schema: { querystring: Search, response: { 200: pageOf(OperatorAccountSchema) } }, onRequest },
    async ({ query }) => {
      const { q = '', cursor, limit = DEFAULT_PAGE } = query
      const { accounts, next } = await mail.people.searchAccounts(q, readIdCursor(cursor, 'acc'), limit)
      return { data: accounts.map(recordOf), next_cursor: next === null ? null : encodeIdCursor(next) }
    },
  )
  app.patch<{ Params: Static<typeof IdPath>; Body: Static<typeof Change> }>(
    `${ACCOUNTS}/:id`,
    {
      schema: { params: IdPath, body: Change, response: { 200: OperatorAccountSchema } },
      config: { problems: ['conflict'] },
      validatorCompiler: strictBody,
      onRequest,
    },
    async (request) => recordOf(await mail.people.changeAccount(personOf(request), request.params.id, request.body)),
  )
  app.get('/operator/status', { schema: { response: { 200: StatusSchema } }, onRequest }, () => statusOf(options))
}

function requireOperator(mail: Mail) {
  return async ({ principal }: FastifyRequest): Promise<void> => {
    if (await mail.people.isOperator(principal)) return
    throw new DomainError('forbidden', 'This is for the operator of the service.')
  }
}

async function statusOf({ mail, traffic, disk, certificates }: V1Options): Promise<Static<typeof StatusSchema>> {
  const { taken, refused } = mail.flow
  const { open, held } = await mail.outbox.backlog()
  return {
    intake_per_minute: taken,
    refused_per_minute: refused,
    http_requests_per_minute: traffic.requests.total,
    http_errors_per_minute: traffic.errors.total,
    deliveries: { open, held },
    disk: await disk(),
    certificates: certificates().map(stateOf),
    uptime_seconds: Math.floor(process.uptime()),
    version,
  }
}

function stateOf({ names, source, issuer, expiresAt, lastError, nextTryAt }: CertificateState) {
  const moment = (at: number | null): string | null => (at === null ? null : iso(at))
  return {
    names: [...names],
    ...{ source, issuer, expires_at: moment(expiresAt) },
    ...{ last_error: lastError, next_try_at: moment(nextTryAt) },
  }
}

function recordOf(account: AccountSummary): Static<typeof OperatorAccountSchema> {
  const { id, email, plan, suspendedAt, createdAt, inboxCount, storedBytes, members } = account
  const usage = { inboxes: inboxCount, stored_bytes: storedBytes, members }
  return { id, email, plan, suspended: suspendedAt !== null, created_at: iso(createdAt), usage }
}
