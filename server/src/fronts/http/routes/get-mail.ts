import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Mail } from '../../../app/mail.ts'
import type { MailPage, MailQuery } from '../../../app/read-mail.ts'
import type { KeyScope } from '../../../domain/api-key.ts'
import { encodeCursor } from '../../../domain/cursor.ts'
import { messageId } from '../../../domain/ids.ts'
import type { Inbox } from '../../../domain/inbox.ts'
import { keptAdmission } from '../admission.ts'
import { admit } from '../admit.ts'
import type { AnswerCache, CachedAnswer } from '../answer-cache.ts'
import { JSON_TYPE } from '../answer-headers.ts'
import { etagOf, isFiltered, matchesEtag } from '../etag.ts'
import type { HeldRequests } from '../held-requests.ts'
import { DEFAULT_LIMIT, readParameters, requireOwnCursor, requireWellFormed } from '../mail-query.ts'
import { pointAt } from '../problem.ts'
import { CLAIMING, WAITING } from '../route-problems.ts'
import { MAX_WAIT_SECONDS, waitTime } from '../wait-time.ts'

export interface GetMailOptions {
  readonly mail: Mail
  readonly answers: AnswerCache
  readonly held: HeldRequests
  readonly baseUrl: () => string
}

/** No header line is longer (RFC 5322 §2.1.1), so nothing longer can be looked for in one. */
const Part = Type.String({ minLength: 1, maxLength: 998 })

const Parameters = Type.Object({
  email: Type.String({ description: 'The inbox address.' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_LIMIT })),
  cursor: Type.Optional(Type.String({ description: 'Taken from the Link header of the page before.' })),
  since: Type.Optional(Type.String({ description: 'Received at this moment or later: an RFC 3339 date-time.' })),
  from: Type.Optional(Part),
  subject: Type.Optional(Part),
  contains: Type.Optional(Part),
  wait: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_WAIT_SECONDS, description: 'Seconds.' })),
})
type Parameters = Static<typeof Parameters>

const Message = Type.Object({
  id: Type.String(),
  from: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  date: Type.String({ format: 'date-time' }),
})

export const GET_MAIL = '/getMail'
export const GET_MAIL_SCOPES: readonly KeyScope[] = ['full', 'read']

const NOTHING = '[]'

type Answer = string | Buffer | FastifyReply
type Ask = FastifyRequest<{ Querystring: Parameters }>

/** GET /getMail: the messages of one inbox, newest first. */
export function addGetMail(app: FastifyInstance, options: GetMailOptions): void {
  const schema = { querystring: Parameters, response: { 200: Type.Array(Message) } }
  const onRequest = admit(options.mail, GET_MAIL_SCOPES)
  const config = { problems: [...CLAIMING, ...WAITING] }
  app.get<{ Querystring: Parameters }>(GET_MAIL, { schema, onRequest, config }, answer.bind(null, options))
}

async function answer(options: GetMailOptions, request: Ask, reply: FastifyReply): Promise<Answer> {
  const { headers, url } = request.raw
  requireWellFormed(url as string)
  const { query, cursor } = readParameters(request.query)
  const wait = waitTime(request.query.wait, headers.prefer)
  const inbox = keptAdmission(request.raw)?.inbox ?? (await openInbox(options.mail, request))
  requireOwnCursor(cursor, inbox)
  reply.header('content-type', JSON_TYPE)
  if (wait.applied !== null) reply.header('preference-applied', wait.applied)
  // An older page gains nothing by waiting: what comes is newer.
  if (wait.seconds > 0 && cursor === null && !hasMatch(inbox, query)) {
    return answerLater(options, request, reply, { inbox, query, seconds: wait.seconds })
  }
  const etag = etagOf(inbox, query)
  reply.header('etag', etag)
  if (matchesEtag(headers['if-none-match'], etag)) return notModified(reply)
  if (inbox.messageCount === 0) return NOTHING
  return send(reply, options.answers.get(etag) ?? (await readAnswer(options, request, inbox, query, etag)))
}

async function readAnswer(
  options: GetMailOptions,
  request: Ask,
  inbox: Inbox,
  query: MailQuery,
  etag: string,
): Promise<CachedAnswer> {
  const answer = toAnswer(options, request, inbox, await options.mail.readMail(inbox, query))
  options.answers.set(etag, answer)
  return answer
}

interface Held {
  readonly inbox: Inbox
  readonly query: MailQuery
  readonly seconds: number
}

async function answerLater(options: GetMailOptions, request: Ask, reply: FastifyReply, held: Held): Promise<Answer> {
  const { inbox, query, seconds } = held
  const page = await options.held.hold(reply.raw, seconds, (signal) =>
    options.mail.waitForMail(request.principal, inbox, query, signal),
  )
  const etag = await etagAfterWait(options.mail, request, held, page)
  reply.header('etag', etag)
  if (matchesEtag(request.raw.headers['if-none-match'], etag)) return notModified(reply)
  return send(reply, toAnswer(options, request, inbox, page))
}

/**
 * The inbox was read before the wait, so its tag does not cover what came since. It is read again, and trusted only
 * if its newest message is the one in hand: one that came in between would never be shown to whoever has the tag.
 */
async function etagAfterWait(mail: Mail, request: Ask, { inbox, query }: Held, page: MailPage): Promise<string> {
  const newest = page.items[0]
  if (newest === undefined) return etagOf(inbox, query)
  const now = await openInbox(mail, request)
  if (newest.id === messageId(now.id, now.lastSeq)) return etagOf(now, query)
  return `W/"${newest.id}-${page.items.length}"`
}

async function openInbox(mail: Mail, request: Ask): Promise<Inbox> {
  try {
    return await mail.openInbox(request.principal, request.query.email)
  } catch (error) {
    throw pointAt(error, '/email')
  }
}

/** True where the inbox alone tells that there is something to show. */
function hasMatch(inbox: Inbox, query: MailQuery): boolean {
  return inbox.messageCount > 0 && !isFiltered(query)
}

function notModified(reply: FastifyReply): FastifyReply {
  return reply.removeHeader('content-type').code(304).send()
}

function toAnswer(options: GetMailOptions, request: Ask, inbox: Inbox, { items, next }: MailPage): CachedAnswer {
  const link = next === null ? null : nextLink(options.baseUrl(), request.query, inbox, next)
  return { body: Buffer.from(JSON.stringify(items)), link }
}

function send(reply: FastifyReply, { body, link }: CachedAnswer): Buffer {
  if (link !== null) reply.header('link', link)
  return body
}

/** RFC 8288: the same question, continued. It does not wait: what it asks for is there already. */
function nextLink(baseUrl: string, asked: Parameters, inbox: Inbox, next: number): string {
  const query = new URLSearchParams({ email: asked.email, limit: String(asked.limit ?? DEFAULT_LIMIT) })
  for (const name of ['since', 'from', 'subject', 'contains'] as const) {
    const value = asked[name]
    if (value !== undefined) query.set(name, value)
  }
  query.set('cursor', encodeCursor({ inboxId: inbox.id, seq: next }))
  return `<${baseUrl}${GET_MAIL}?${query}>; rel="next"`
}
