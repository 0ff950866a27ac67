import type { FastifyInstance, FastifyReply, FastifySchemaCompiler } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { POLL_INTERVAL_MS } from '../../../../../domain/device-poll.ts'
import { openDoor } from '../../../open-door.ts'
import { peerAddress } from '../../../peer-address.ts'
import type { V1Options } from '../v1-options.ts'

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'
const MAX_NAME = 100
const MAX_FIELD = 200

const Ask = Type.Object({
  client_id: Type.Optional(Type.String({ description: 'Of the program; taken and not looked at.' })),
  host: Type.Optional(Type.String({ description: 'The name of the machine, for whoever approves.' })),
  system: Type.Optional(Type.String({ description: 'Its operating system, likewise.' })),
})
const Asked = Type.Object({
  device_code: Type.String({ examples: ['…'] }),
  user_code: Type.String(),
  verification_uri: Type.String({ examples: ['https://mail.example.com/device'] }),
  verification_uri_complete: Type.String({ examples: ['https://mail.example.com/device?user_code=BCDF-GHJK'] }),
  expires_in: Type.Integer({ examples: [900] }),
  interval: Type.Integer({ examples: [5] }),
})
const Poll = Type.Object({
  grant_type: Type.String({ description: GRANT_TYPE }),
  device_code: Type.String(),
  client_id: Type.Optional(Type.String()),
})
const Granted = Type.Object({ access_token: Type.String({ examples: ['tkc_…'] }), token_type: Type.Literal('Bearer') })
const OAuthError = Type.Object({
  error: Type.String({ examples: ['authorization_pending'] }),
  error_description: Type.Optional(Type.String()),
})

/** What is wrong is said in the words of RFC 6749 §5.2, so nothing is refused before it can be. */
const takeAnything: FastifySchemaCompiler<TSchema> = () => (value: unknown) => ({ value })

/** POST /v1/device/code and /v1/device/token (RFC 8628). In a context of its own, for its body: a form, or JSON. */
export async function addDeviceFlow(app: FastifyInstance, options: V1Options): Promise<void> {
  const { mail, baseUrl } = options
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  app.post<{ Body: Static<typeof Ask> | undefined }>(
    '/device/code',
    {
      schema: { body: Ask, response: { 200: Asked } },
      validatorCompiler: takeAnything,
      onRequest: openDoor(mail, { name: 'device code', perMinute: 20, sameOrigin: false }),
    },
    async (request) => {
      const host = readName(request.body, 'host')
      const system = readName(request.body, 'system')
      const asked = await mail.people.askForDevice({ host, system, address: peerAddress(request) })
      const page = `${baseUrl()}/device`
      return {
        device_code: asked.deviceCode,
        user_code: asked.userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?user_code=${asked.userCode}`,
        expires_in: asked.expiresIn,
        interval: POLL_INTERVAL_MS / 1_000,
      }
    },
  )
  app.post<{ Body: Static<typeof Poll> | undefined }>(
    '/device/token',
    {
      schema: { body: Poll, response: { 200: Granted, 400: OAuthError } },
      validatorCompiler: takeAnything,
      onRequest: openDoor(mail, { name: 'device token', perMinute: 240, sameOrigin: false }),
    },
    ({ body }, reply) => poll(options, body, reply),
  )
}

async function poll({ mail }: V1Options, body: Static<typeof Poll> | undefined, reply: FastifyReply): Promise<object> {
  const type = readField(body, 'grant_type')
  const deviceCode = readField(body, 'device_code')
  if (type === null || deviceCode === null) {
    return refuse(reply, 'invalid_request', 'Send grant_type and device_code, each once.')
  }
  if (type !== GRANT_TYPE) return refuse(reply, 'unsupported_grant_type', `The grant type here is ${GRANT_TYPE}.`)
  const answer = await mail.people.pollDevice(deviceCode)
  if ('error' in answer) return refuse(reply, answer.error)
  // RFC 6749 §5.1.
  return reply.header('cache-control', 'no-store').send({ access_token: answer.token, token_type: 'Bearer' })
}

function refuse(reply: FastifyReply, error: string, description?: string): FastifyReply {
  return reply.code(400).send({ error, ...(description !== undefined && { error_description: description }) })
}

function readField(body: object | undefined, name: string): string | null {
  const value: unknown = Object.getOwnPropertyDescriptor(body ?? {}, name)?.value
  return typeof value === 'string' && value.length <= MAX_FIELD ? value : null
}

/** It is shown to whoever approves: one short line, whatever the device says of itself. */
function readName(body: object | undefined, name: string): string {
  const value = readField(body, name) ?? ''
  const plain = value
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  return plain.slice(0, MAX_NAME).toWellFormed() || 'unknown'
}
