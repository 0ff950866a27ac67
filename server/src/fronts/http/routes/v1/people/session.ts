import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Entered } from '../../../../../app/people/sessions.ts'
import { ROLES } from '../../../../../domain/account.ts'
import { iso } from '../../../../../domain/iso.ts'
import type { Session } from '../../../../../domain/people-store.ts'
import { PLAN_NAMES } from '../../../../../domain/plan.ts'
import { admit, personOf } from '../../../admit.ts'
import { openDoor, visitorOf } from '../../../open-door.ts'
import { endedCookie, sessionCookie, sessionToken } from '../../../session-cookie.ts'
import { MomentSchema } from '../moment-schema.ts'
import { pageOf } from '../page.ts'
import { NO_KEYS } from '../scopes.ts'
import { strictBody } from '../strict-body.ts'
import type { V1Options } from '../v1-options.ts'
import { Code, Email, IdPath, Password, PeerAddress, Token } from './fields.ts'

const Place = Type.Object({
  host: Type.String({ examples: ['mail.example.com'] }),
  port: Type.Integer({ examples: [1025] }),
})

export const SessionSchema = Type.Object({
  user: Type.Object({
    id: Type.String(),
    email: Type.String(),
    role: Type.Enum([...ROLES]),
    totp: Type.Boolean({ description: 'Whether a second factor is asked for.' }),
    password: Type.Boolean({ description: 'Whether there is one yet.' }),
    created_at: MomentSchema,
  }),
  account: Type.Object({ id: Type.String(), plan: Type.Enum([...PLAN_NAMES]) }),
  operator: Type.Boolean({ description: 'Whether this user looks after the whole service.' }),
  session: Type.Object({
    id: Type.String({ examples: ['ses_7q2m9x4k0v8c5n3t'] }),
    created_at: MomentSchema,
    expires_at: MomentSchema,
  }),
  signup: Type.Enum(['open', 'closed']),
  outbound_mail: Type.Boolean(),
  service_domains: Type.Array(Type.String(), { examples: [['mayfly.test']] }),
  base_url: Type.String(),
  smtp: Place,
  imap: Type.Object({ ...Place.properties, tls_port: Type.Integer({ examples: [1993] }) }),
})

const Listed = Type.Object({
  id: Type.String(),
  created_at: MomentSchema,
  last_seen_at: MomentSchema,
  address: PeerAddress,
  user_agent: Type.String(),
  current: Type.Boolean(),
})

const SignIn = Type.Object(
  { email: Email, password: Password, totp: Type.Optional(Code), recovery_code: Type.Optional(Code) },
  { additionalProperties: false },
)
const Link = Type.Object({ token: Token }, { additionalProperties: false })

/** POST, GET and DELETE /v1/session, POST /v1/session/link, GET /v1/sessions, DELETE /v1/sessions/{id}. */
export function addSession(app: FastifyInstance, options: V1Options): void {
  addSignIn(app, options)
  const { mail } = options
  const { people } = mail
  const onRequest = admit(mail, NO_KEYS)
  app.get('/session', { schema: { response: { 200: SessionSchema } }, onRequest }, async (request, reply) => {
    // Whoever comes back lasts on: the browser hears of it here.
    const token = sessionToken(request.headers.cookie ?? '', people.baseUrl)
    if (token !== null) reply.header('set-cookie', sessionCookie(token, people.baseUrl))
    return people.viewSession(personOf(request))
  })
  app.delete('/session', { schema: { response: { 204: Type.Null() } }, onRequest }, async (request, reply) => {
    await people.signOut(personOf(request))
    return reply.header('set-cookie', endedCookie(people.baseUrl)).code(204).send()
  })
  app.get('/sessions', { schema: { response: { 200: pageOf(Listed) } }, onRequest }, async (request) => {
    const person = personOf(request)
    const sessions = await people.listSessions(person)
    return { data: sessions.map((session) => recordOf(session, person.session.id)), next_cursor: null }
  })
  app.delete<{ Params: Static<typeof IdPath> }>(
    '/sessions/:id',
    { schema: { params: IdPath, response: { 204: Type.Null() } }, onRequest },
    async (request, reply) => {
      await people.endSession(personOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}

function addSignIn(app: FastifyInstance, options: V1Options): void {
  const { mail } = options
  const response = { 201: SessionSchema }
  app.post<{ Body: Static<typeof SignIn> }>(
    '/session',
    {
      schema: { body: SignIn, response },
      config: { problems: ['invalid_credentials', 'totp_required', 'forbidden'] },
      validatorCompiler: strictBody,
      onRequest: openDoor(mail, { name: 'sign-in', perMinute: 60 }),
    },
    async (request, reply) => {
      const { email, password, totp, recovery_code: recoveryCode } = request.body
      const credentials = { email, password, totp, recoveryCode }
      return sendEntered(options, reply, await mail.people.signIn(credentials, visitorOf(request)))
    },
  )
  app.post<{ Body: Static<typeof Link> }>(
    '/session/link',
    {
      schema: { body: Link, response },
      config: { problems: ['invalid_credentials', 'forbidden'] },
      validatorCompiler: strictBody,
      onRequest: openDoor(mail, { name: 'link', perMinute: 60 }),
    },
    async (request, reply) =>
      sendEntered(options, reply, await mail.people.signInByLink(request.body.token, visitorOf(request))),
  )
}

/** The cookie, and what GET /v1/session would say. */
export async function sendEntered(
  { mail: { people } }: V1Options,
  reply: FastifyReply,
  { token, principal }: Entered,
): Promise<object> {
  reply.code(201).header('set-cookie', sessionCookie(token, people.baseUrl))
  return people.viewSession(principal)
}

function recordOf(session: Session, currentId: string): Static<typeof Listed> {
  return {
    id: session.id,
    created_at: iso(session.createdAt),
    last_seen_at: iso(session.lastSeenAt),
    address: session.address,
    user_agent: session.userAgent,
    current: session.id === currentId,
  }
}
