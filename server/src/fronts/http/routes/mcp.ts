import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Mail } from '../../../app/mail.ts'
import type { Principal } from '../../../app/owners.ts'
import { admit } from '../admit.ts'
import { keyOf } from '../authenticate.ts'
import type { HeldRequests } from '../held-requests.ts'
import { requireOwnHost } from '../own-host.ts'
import { HttpProblem } from '../problem.ts'
import { isOurs } from '../same-origin.ts'
import { ANYONE } from './v1/scopes.ts'

/** Whoever speaks MCP. What it is given has been let in, and counts against the plan. */
export interface McpDoor {
  answer(call: {
    readonly principal: Principal
    readonly headers: Headers
    readonly body: string
    readonly signal: AbortSignal
    readonly hold: <T>(
      seconds: number,
      wait: (signal: AbortSignal, recheck: () => Promise<unknown>) => Promise<T>,
    ) => Promise<T>
  }): Promise<Response>
}

export interface McpRouteOptions {
  readonly mail: Mail
  readonly held: HeldRequests
  readonly mcp: McpDoor
}

/** What opens doors stays at the door. */
const SECRET = new Set(['authorization', 'x-api-key', 'cookie', 'proxy-authorization'])

const MAX_LISTENERS = 50

/** What an answer says about itself; whether it may be kept, and the like, is said by us. */
const ANSWER_HEADER = /^(?:content-type|mcp-.*)$/

/** POST /mcp: one message of an MCP client; the answer may be a stream. */
export function addMcp(app: FastifyInstance, options: McpRouteOptions): void {
  const { mail } = options
  app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const atDoor = async (request: FastifyRequest): Promise<void> => requireOwnCaller(request, mail.people.baseUrl)
    own.post<{ Body: string }>('/mcp', { onRequest: [atDoor, admit(mail, ANYONE)] }, (request, reply) =>
      answer(options, request, reply),
    )
  })
}

function requireOwnCaller({ headers }: FastifyRequest, baseUrl: string): void {
  requireOwnHost(headers.host, baseUrl)
  if (headers.origin !== undefined && !isOurs(headers.origin, headers.host, baseUrl)) {
    throw new HttpProblem('csrf', 'Pages of other sites may not use this. Programs leave Origin out.')
  }
  // A browser's cookie is for people.
  if (keyOf(headers) === null) {
    throw new HttpProblem('missing_key', 'Send your API key as a Bearer token, or in the X-API-KEY header.')
  }
}

async function answer(
  { mail, held, mcp }: McpRouteOptions,
  { principal, body, raw }: FastifyRequest<{ Body: string }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const closed = new AbortController()
  // Each wait of a batch listens for the end by itself.
  reply.raw.setMaxListeners(MAX_LISTENERS).once('close', () => closed.abort())
  const response = await mcp.answer({
    principal,
    headers: shownHeaders(raw.headers),
    body: body ?? '',
    signal: closed.signal,
    hold: async (seconds, wait) => {
      // Whoever is made to wait is asked again: the key may have been revoked meanwhile.
      const recheck = () => mail.authenticate(keyOf(raw.headers) as string)
      const found = await held.hold(reply.raw, seconds, (signal) => wait(signal, recheck))
      await recheck()
      return found
    },
  })
  for (const [name, value] of response.headers) if (ANSWER_HEADER.test(name)) reply.header(name, value)
  // Nothing between here and the client may keep a stream back.
  return reply
    .code(response.status)
    .header('x-accel-buffering', 'no')
    .send(response.body ?? undefined)
}

function shownHeaders(headers: IncomingHttpHeaders): Headers {
  const shown = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (!SECRET.has(name) && value !== undefined) shown.set(name, String(value))
  }
  return shown
}
