import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Mail } from '../../../../app/mail.ts'
import { safeHtmlHeaders } from '../../../../protocols/safe-html/safe-html-headers.ts'
import { admit } from '../../admit.ts'

const Message = Type.Object({ id: Type.String() })
const Show = Type.Object({
  remote: Type.Optional(
    Type.Union([Type.Literal('0'), Type.Literal('1')], { description: '1 lets remote images load.' }),
  ),
})
const Part = Type.Object({ id: Type.String(), n: Type.Integer({ minimum: 0, maximum: 10_000 }) })

type ShowRequest = FastifyRequest<{ Params: Static<typeof Message>; Querystring: Static<typeof Show> }>
type PartRequest = FastifyRequest<{ Params: Static<typeof Part> }>

/** What no browser makes a page of; anything else is served as bytes. */
const SAFE_TYPE =
  /^(?:image\/(?:png|gif|jpeg|webp)|application\/(?:pdf|zip|json)|text\/(?:plain|csv|calendar)|audio\/\w+|video\/\w+)$/

/** GET /v1/messages/{id}/html and /v1/messages/{id}/attachments/{n}. */
export function addMessageParts(app: FastifyInstance, mail: Mail): void {
  const onRequest = admit(mail, ['full', 'read'])
  app.get(
    '/messages/:id/html',
    { schema: { params: Message, querystring: Show }, onRequest },
    (request: ShowRequest, reply) => show(mail, request, reply),
  )
  app.get('/messages/:id/attachments/:n', { schema: { params: Part }, onRequest }, (request: PartRequest, reply) =>
    attach(mail, request, reply),
  )
}

async function show(mail: Mail, request: ShowRequest, reply: FastifyReply): Promise<string> {
  const remote = request.query.remote === '1'
  const html = await mail.showMessage(request.principal, request.params.id, remote)
  reply.headers(safeHtmlHeaders({ remote }))
  return html
}

async function attach(mail: Mail, request: PartRequest, reply: FastifyReply): Promise<Buffer> {
  const { filename, content_type, content } = await mail.attachment(
    request.principal,
    request.params.id,
    request.params.n,
  )
  reply.headers({
    'content-type': SAFE_TYPE.test(content_type) ? content_type : 'application/octet-stream',
    'content-disposition': disposition(filename),
    'content-security-policy': "default-src 'none'; sandbox",
  })
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}

/** RFC 6266 §4.3, RFC 8187 §3.2: the name in ASCII for old clients, and as it is for the others. */
function disposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
