import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { FollowedEvent } from '../../../../app/follow-events.ts'
import type { Mail } from '../../../../app/mail.ts'
import { parseAddress } from '../../../../domain/address.ts'
import { decodeEventCursor, encodeEventCursor } from '../../../../domain/event-cursor.ts'
import { identify } from '../../admission.ts'
import { admit } from '../../admit.ts'
import type { HeldRequests } from '../../held-requests.ts'
import { invalidRequest, pointAt } from '../../problem.ts'

export interface EventsOptions {
  readonly mail: Mail
  readonly held: HeldRequests
}

const Query = Type.Object({
  inbox: Type.Optional(Type.String({ description: 'Only the events of this address.' })),
})
type Ask = FastifyRequest<{ Querystring: Static<typeof Query> }>

const KEEP_ALIVE_MS = 15_000
/** A stream is renewed once a day: clients resume where they were. */
const LONGEST_SECONDS = 86_400
/** A reader that takes nothing for so long is cut off, and can resume. */
const PATIENCE_MS = 30_000
/** What may lie unread in memory for one reader. */
const MAX_UNREAD = 64 * 1024

/** GET /v1/events: the account's log as it grows, as server-sent events. */
export function addEvents(app: FastifyInstance, options: EventsOptions): void {
  const onRequest = admit(options.mail, ['full', 'read'])
  app.get(
    '/events',
    {
      schema: { querystring: Query },
      // It would hold a stream open of which nothing is ever sent.
      exposeHeadRoute: false,
      onRequest,
      config: { problems: ['invalid_address', 'too_many_waits'] },
    },
    (request: Ask, reply) => stream(options, request, reply),
  )
}

async function stream({ mail, held }: EventsOptions, request: Ask, reply: FastifyReply): Promise<void> {
  const { principal } = request
  const inbox = readInbox(request.query.inbox)
  const after = readPlace(request) ?? (await mail.lastEvent(principal))
  const { raw } = reply
  const idOf = (seq: number) => encodeEventCursor({ accountId: principal.account.id, seq })
  await held.hold(raw, LONGEST_SECONDS, async (signal) => {
    // Whose key is revoked meanwhile hears no more. Whatever the reason is, who comes again is told it.
    const isAdmitted = () =>
      identify(mail, request.raw.headers).then(
        () => true,
        () => false,
      )
    const events = await mail.followEvents(principal, { after, inbox }, signal, isAdmitted)
    reply.hijack()
    open(reply, idOf(after))
    const keepAlive = setInterval(async () => {
      if (!(await isAdmitted())) raw.destroy()
      else if (!raw.writableEnded) raw.write(': alive\n\n')
    }, KEEP_ALIVE_MS)
    try {
      for await (const event of events) {
        if (!(await isAdmitted())) break
        await send(raw, event, idOf)
      }
    } finally {
      clearInterval(keepAlive)
      raw.end()
    }
  })
}

function open(reply: FastifyReply, id: string): void {
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  }
  reply.raw.writeHead(200, headers as Record<string, string>)
  // On its own, which makes one string of it: in its many pieces it would be kept for as long as the stream is open.
  reply.raw.flushHeaders()
  // An id alone tells the client where it is, so that it can resume before the first event.
  reply.raw.write(`retry: 2000\nid: ${id}\n\n`)
}

/** Does not return before the reader has taken most of what was sent. */
async function send(
  raw: ServerResponse,
  { seq, type, data }: FollowedEvent,
  idOf: (seq: number) => string,
): Promise<void> {
  raw.write(`id: ${idOf(seq)}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
  if (raw.writableLength < MAX_UNREAD) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const cutOff = setTimeout(() => raw.destroy(), PATIENCE_MS)
  raw.once('drain', resolve).once('close', resolve)
  await promise
  clearTimeout(cutOff)
  raw.off('drain', resolve).off('close', resolve)
}

function readInbox(email: string | undefined): string | null {
  if (email === undefined) return null
  try {
    return parseAddress(email).text
  } catch (error) {
    throw pointAt(error, '/inbox')
  }
}

/** Null where the client has no place yet. */
function readPlace(request: Ask): number | null {
  const text = request.headers['last-event-id']
  if (text === undefined || text === '') return null
  const cursor = decodeEventCursor(String(text))
  if (cursor?.accountId === request.principal.account.id) return cursor.seq
  throw invalidRequest(
    '/Last-Event-ID',
    'is no place in the log of this account: send the id of the last event as it came',
  )
}
