import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Mail } from '../../app/mail.ts'
import { keyOf } from './authenticate.ts'
import { HttpProblem, invalidRequest } from './problem.ts'
import { openAnswer, sealAnswer } from './sealed-answer.ts'
import { sessionToken } from './session-cookie.ts'

const HEADER = 'idempotency-key'
const FORM = /^[\x21-\x7e]{1,255}$/

/** The requests that are being carried out under a name, which their answers are kept under. */
const names = new WeakMap<FastifyRequest, string>()

/** Idempotency-Key on every POST of this instance: sent again within a day, a request is answered again and not repeated. */
export function honourIdempotencyKeys(app: FastifyInstance, mail: Mail): void {
  app.addHook('preHandler', async (request, reply) => {
    const name = request.headers[HEADER]
    // Whoever has not signed in has no account that an answer could be kept for.
    const known = request.principal !== undefined
    if (request.method === 'POST' && name !== undefined && known) await begin(mail, request, reply, String(name))
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const name = names.get(request)
    if (name !== undefined) await end(mail, request, reply, name, payload)
    return payload
  })
}

async function begin(mail: Mail, request: FastifyRequest, reply: FastifyReply, name: string): Promise<void> {
  if (!FORM.test(name)) throw invalidRequest('/Idempotency-Key', 'must be 1 to 255 printable ASCII characters')
  const fingerprint = fingerprintOf(request)
  const earlier = await mail.beginOnce(request.principal, name, fingerprint)
  if (earlier === null) {
    names.set(request, name)
    return
  }
  if (earlier.fingerprint !== fingerprint) throw mismatch()
  if (earlier.answer === null) {
    throw new HttpProblem('in_progress', 'The same request is still being carried out. Ask again in a moment.')
  }
  const answer = openAnswer(earlier.answer, secretOf(mail, request), name)
  if (answer === null) throw mismatch()
  if (answer.location !== null) reply.header('location', answer.location)
  reply.header('idempotent-replayed', 'true').header('content-type', 'application/json; charset=utf-8')
  await reply.code(answer.status).send(answer.body)
}

/** A failure of ours is not an answer to keep: the next try may do better. */
async function end(
  mail: Mail,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  payload: unknown,
): Promise<void> {
  names.delete(request)
  const kept = reply.statusCode < 400 && typeof payload === 'string'
  const location = reply.getHeader('location')
  const answer = {
    status: reply.statusCode,
    body: String(payload),
    location: location === undefined ? null : String(location),
  }
  const sealed = kept ? sealAnswer(answer, secretOf(mail, request), name) : null
  await mail.endOnce(request.principal, name, sealed)
}

function fingerprintOf({ method, url, body }: FastifyRequest): string {
  const written = Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null)
  return hash('sha256', `${method} ${url} ${hash('sha256', written, 'hex')}`, 'hex')
}

/** What only whoever made the request has. */
function secretOf({ people }: Mail, { headers }: FastifyRequest): string {
  return keyOf(headers) ?? sessionToken(headers.cookie ?? '', people.baseUrl) ?? ''
}

function mismatch(): HttpProblem {
  return new HttpProblem('idempotency_mismatch', 'This Idempotency-Key was used for another request. Choose a new one.')
}
