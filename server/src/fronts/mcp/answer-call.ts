import { randomUUID } from 'node:crypto'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import type { Mail } from '../../app/mail.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { McpCall } from './mcp-call.ts'
import type { OpenCalls } from './open-calls.ts'

export interface AnswerOptions {
  readonly mail: Mail
  readonly log: Logger
  readonly open: OpenCalls
  readonly makeServer: (call: McpCall) => McpServer
}

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly requestId?: unknown } | null
}

const SESSION = 'mcp-session-id'
/** The revision 2025-03-26 has batches; nobody needs long ones. */
const MAX_BATCH = 20
/** JSON-RPC 2.0 §5.1. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

/** Every call gets a server of its own, which knows its account alone: there is nothing that could leak to another. */
export async function answerCall(options: AnswerOptions, call: McpCall): Promise<Response> {
  const body = parse(call.body)
  if (body === undefined) return refuse(PARSE_ERROR, 'The body is not JSON.')
  if (Array.isArray(body)) {
    if (body.length > MAX_BATCH) return refuse(INVALID_REQUEST, `A batch has at most ${MAX_BATCH} messages.`)
    await countBatch(options.mail, call, body.length)
  }
  const cancelled = followCancels(options.open, call, body as Message)
  const signal = AbortSignal.any([call.signal, ...cancelled])
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: call.headers, signal })
  const response = await makeHandler(options, call).fetch(request, { parsedBody: body })
  return (body as Message | null)?.method === 'initialize' ? named(response) : response
}

function makeHandler({ log, makeServer }: AnswerOptions, call: McpCall) {
  return createMcpHandler(() => makeServer(call), {
    // Nothing here ever changes that a client could subscribe to.
    maxSubscriptions: 0,
    // The name alone: what such an error says may repeat what was asked, and that is personal.
    onerror: ({ name }) => log.debug({ error: name }, 'an MCP request was refused'),
  })
}

/** Undefined is the one value that JSON does not have. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The first was counted at the door. */
async function countBatch(mail: Mail, { principal }: McpCall, count: number): Promise<void> {
  for (let more = 1; more < count; more++) {
    const { allowed, resetSeconds } = await mail.takeRequest(principal)
    if (allowed) continue
    const detail = `Each message of a batch counts as a request. Try again in ${resetSeconds} s.`
    throw new DomainError('rate_limited', detail, { retryAfter: resetSeconds })
  }
}

/**
 * A client of the newest revision cancels by closing its connection. An older one posts a notification, and keeps the
 * connection: so calls are known by the name that the client was given, and by their number.
 */
function followCancels(open: OpenCalls, { headers, principal, signal }: McpCall, message: Message): AbortSignal[] {
  const session = headers.get(SESSION)
  if (session === null) return []
  const nameOf = (id: unknown): string => JSON.stringify([principal.account.id, session, id])
  if (message?.method === 'notifications/cancelled') open.cancel(nameOf(message.params?.requestId))
  return message?.method === 'tools/call' ? [open.add(nameOf(message.id), signal)] : []
}

/** The name says which calls are whose, and opens nothing: the key does, each time. */
function named(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(SESSION, randomUUID())
  return new Response(response.body, { status: response.status, headers })
}

function refuse(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 })
}
