import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { tooLarge } from '../../../../app/accept-recipient.ts'
import { messageId } from '../../../../domain/ids.ts'
import type { Placed } from '../../../../domain/ports.ts'
import { summariseHeaders } from '../../../../protocols/mime/header-summary.ts'
import { admit } from '../../admit.ts'
import { invalidRequest } from '../../problem.ts'
import { CLAIMING } from '../../route-problems.ts'
import { atAddress } from './inbox.ts'
import { INBOX_MESSAGES } from './inbox-messages.ts'
import { InboxPath } from './inbox-schema.ts'
import { FULL } from './scopes.ts'
import type { V1Options } from './v1-options.ts'

/** Of the largest plan. What the account's own plan takes is checked for each message. */
const BODY_LIMIT = 50 * 1024 * 1024

type Ask = { Params: Static<typeof InboxPath>; Body: Buffer | undefined }

/** POST /v1/inboxes/{address}/messages: puts a message in as if it had come by SMTP. In a context of its own, for its body. */
export async function addInjectMessage(app: FastifyInstance, options: V1Options): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('message/rfc822', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
  app.post<Ask>(
    INBOX_MESSAGES,
    {
      schema: { params: InboxPath, response: { 201: Type.Object({ id: Type.String() }) } },
      bodyLimit: BODY_LIMIT,
      onRequest: [admit(options.mail, FULL), refuseLarge],
      config: { problems: [...CLAIMING, 'inbox_full', 'message_too_large', 'mail_loop'] },
    },
    (request, reply) => inject(options, request, reply),
  )
}

/** Before it is read, where the client says how much is coming. */
async function refuseLarge({ principal, headers }: FastifyRequest): Promise<void> {
  const { message_bytes: maxBytes } = principal.plan
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

async function inject(
  { mail, baseUrl }: V1Options,
  request: FastifyRequest<Ask>,
  reply: FastifyReply,
): Promise<object> {
  const { principal, params, body: raw } = request
  if (raw === undefined || raw.length === 0) throw invalidRequest('', 'The body is the message, and there is none.')
  const inbox = await atAddress(mail.openInbox(principal, params.address))
  const recipient = await mail.acceptRecipient(inbox.address, raw.length)
  const [placed] = await mail.deliver({
    envelopeFrom: summariseHeaders(raw).from,
    recipients: [recipient],
    receivedAt: Date.now(),
    raw,
    head: raw,
    sizeBytes: raw.length,
    tls: null,
    peer: null,
  })
  const { inboxId, seq } = placed as Placed
  const id = messageId(inboxId, seq)
  reply.code(201).header('location', `${baseUrl()}/v1/messages/${id}`)
  return { id }
}
