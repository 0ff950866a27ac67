import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Mail } from '../../app/mail.ts'
import type { MailQuery } from '../../app/read-mail.ts'
import { type Admission, enter, keepAdmission } from './admission.ts'
import type { AnswerCache } from './answer-cache.ts'
import { answerHeaders, JSON_TYPE } from './answer-headers.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { DEFAULT_LIMIT } from './mail-query.ts'
import type { NoteAnswer } from './note-answers.ts'
import { rateLimit, rateLimitPolicy } from './rate-limit-headers.ts'
import { GET_MAIL_SCOPES } from './routes/get-mail.ts'

export interface QuickPollOptions {
  readonly mail: Mail
  readonly answers: AnswerCache
  readonly nextId: () => string
  readonly note: NoteAnswer
}

/** The query of a client that polls: an address of plain characters, and nothing else. */
const POLL = /^\/getMail\?email=([\w.~-]+)(?:@|%40)([\w.-]+)$/
const PLAIN: MailQuery = { limit: DEFAULT_LIMIT }
/** A string, which Node sends in one piece with the header. */
const NOTHING = '[]'

/**
 * Answers the poll whose answer is known already before fastify sees it: these are most of all requests, and a router,
 * a validator and hooks double what they cost. Whatever is not exactly that goes on to fastify, which gives every other
 * answer, each refusal among them.
 */
export function quickPoll(options: QuickPollOptions, next: RequestListener): RequestListener {
  return (request, response) => {
    const plain = request.method === 'GET' && request.headers.prefer === undefined
    const parts = plain ? POLL.exec(request.url as string) : null
    if (parts === null) next(request, response)
    else poll(options, request, response, `${parts[1]}@${parts[2]}`, next)
  }
}

async function poll(
  options: QuickPollOptions,
  request: IncomingMessage,
  response: ServerResponse<IncomingMessage> & { req: IncomingMessage },
  email: string,
  next: RequestListener,
): Promise<void> {
  let admission: Admission | null = null
  try {
    admission = await enter(options.mail, request.headers)
    const { principal, allowance } = admission
    if (allowance.allowed && GET_MAIL_SCOPES.includes(principal.scope)) {
      const inbox = await options.mail.openInbox(principal, email)
      admission = { principal, allowance, inbox }
    }
  } catch {
    // It is met again on the way through fastify, and answered there.
  }
  if (admission?.inbox && answered(options, request, response, admission)) return
  if (admission) keepAdmission(request, admission)
  next(request, response)
}

/** False where the answer has to be put together first. */
function answered(
  { answers, nextId, note }: QuickPollOptions,
  request: IncomingMessage,
  response: ServerResponse,
  { principal, allowance, inbox }: Admission,
): boolean {
  if (inbox === null) return false
  const etag = etagOf(inbox, PLAIN)
  const unchanged = matchesEtag(request.headers['if-none-match'], etag)
  const answer = unchanged || inbox.messageCount === 0 ? undefined : answers.get(etag)
  if (!unchanged && inbox.messageCount > 0 && answer === undefined) return false
  const id = nextId()
  const headers = answerHeaders(id)
  headers['ratelimit-policy'] = rateLimitPolicy(principal.plan.requests_per_minute)
  headers['ratelimit'] = rateLimit(allowance)
  headers['etag'] = etag
  if (unchanged) {
    response.writeHead(304, headers).end()
  } else {
    const body = answer?.body ?? NOTHING
    headers['content-type'] = JSON_TYPE
    headers['content-length'] = String(body.length)
    if (answer?.link) headers['link'] = answer.link
    // Everything but the body of a cached answer is ASCII, and that is bytes already.
    response.writeHead(200, headers).end(body, 'latin1')
  }
  note(id, 'GET', unchanged ? 304 : 200)
  return true
}
