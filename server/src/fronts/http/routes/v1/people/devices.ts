import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { DomainError } from '../../../../../domain/domain-error.ts'
import { iso, isoOrNull } from '../../../../../domain/iso.ts'
import type { Device } from '../../../../../domain/people-store.ts'
import { admit, personOf } from '../../../admit.ts'
import { MomentSchema, NullableMoment } from '../moment-schema.ts'
import { pageOf } from '../page.ts'
import { FULL, NO_KEYS, READERS } from '../scopes.ts'
import { strictBody } from '../strict-body.ts'
import type { V1Options } from '../v1-options.ts'
import { Code, IdPath, PeerAddress } from './fields.ts'

export const DeviceSchema = Type.Object({
  id: Type.String(),
  name: Type.String({ examples: ['build-7'] }),
  host: Type.String(),
  system: Type.String(),
  address: Type.String({ description: 'From where it asked to be let in.', examples: ['192.0.2.17'] }),
  last4: Type.String(),
  created_at: MomentSchema,
  last_used_at: NullableMoment,
})
const Ask = Type.Object({ user_code: Code })
const Waiting = Type.Object({
  user_code: Type.String(),
  host: Type.String(),
  system: Type.String(),
  address: PeerAddress,
  expires_at: MomentSchema,
})
const Decision = Type.Object({ user_code: Code, approve: Type.Boolean() }, { additionalProperties: false })

/** Codes that somebody may try in a minute: nobody types more, and nobody guesses one so. */
const CODES_A_MINUTE = 20

/** GET /v1/devices, DELETE /v1/devices/{id}, GET /v1/device, POST /v1/device/approve. */
export function addDevices(app: FastifyInstance, options: V1Options): void {
  const { mail } = options
  const { people } = mail
  const listed = { schema: { response: { 200: pageOf(DeviceSchema) } }, onRequest: admit(mail, READERS) }
  app.get('/devices', listed, async ({ principal }) => ({
    data: (await people.listDevices(principal)).map(recordOf),
    next_cursor: null,
  }))
  app.delete<{ Params: Static<typeof IdPath> }>(
    '/devices/:id',
    { schema: { params: IdPath, response: { 204: Type.Null() } }, onRequest: admit(mail, FULL) },
    async ({ principal, params }, reply) => {
      await people.revokeDevice(principal, params.id)
      return reply.code(204).send()
    },
  )
  addApproval(app, options)
}

function addApproval(app: FastifyInstance, { mail }: V1Options): void {
  const { people } = mail
  const onRequest = admit(mail, NO_KEYS)
  app.get<{ Querystring: Static<typeof Ask> }>(
    '/device',
    { schema: { querystring: Ask, response: { 200: Waiting } }, config: { problems: ['not_found'] }, onRequest },
    async (request) => {
      await countTry(mail, personOf(request).user.id)
      const { userCode: user_code, expiresAt, ...place } = await people.viewGrant(request.query.user_code)
      return { user_code, ...place, expires_at: iso(expiresAt) }
    },
  )
  app.post<{ Body: Static<typeof Decision> }>(
    '/device/approve',
    {
      schema: { body: Decision, response: { 204: Type.Null() } },
      config: { problems: ['not_found'] },
      validatorCompiler: strictBody,
      onRequest,
    },
    async (request, reply) => {
      const person = personOf(request)
      await countTry(mail, person.user.id)
      await people.decideGrant(person, request.body.user_code, request.body.approve)
      return reply.code(204).send()
    },
  )
}

async function countTry({ people }: V1Options['mail'], userId: string): Promise<void> {
  const { allowed, resetSeconds } = await people.takeVisit('user code', userId, CODES_A_MINUTE)
  if (allowed) return
  throw new DomainError('rate_limited', `Too many codes. Try again in ${resetSeconds} s.`, { retryAfter: resetSeconds })
}

function recordOf(device: Device): Static<typeof DeviceSchema> {
  const { id, name, host, system, address, last4, createdAt, lastUsedAt } = device
  return { id, name, host, system, address, last4, created_at: iso(createdAt), last_used_at: isoOrNull(lastUsedAt) }
}
