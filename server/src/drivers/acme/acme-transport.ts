import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { OrderFailure } from '../../domain/certificate-authority.ts'

export interface AcmeRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface AcmeResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: IncomingMessage['headers']
  readonly data: string
}

export interface TransportOptions {
  /** In PEM: whom to trust, in place of the usual roots; undefined for those. */
  readonly ca: readonly string[] | undefined
  readonly signal: AbortSignal
}

const ANSWER_MS = 30_000
/** A chain of certificates takes a few kilobytes. */
const MAX_BYTES = 1024 * 1024

/** One exchange with the authority, bounded in time and size; redirects are not followed. Refusals are thrown. */
export async function exchange(wish: AcmeRequest, { ca, signal }: TransportOptions): Promise<AcmeResponse> {
  // RFC 8555 §6.1: never without TLS.
  if (!wish.url.startsWith('https:')) throw new OrderFailure(`The authority names ${wish.url}, which is not https.`)
  const answer = await send(wish, ca, AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]))
  const refusal = readRefusal(answer, wish.url)
  if (refusal) throw refusal
  return answer
}

async function send(
  { url, method, headers, body }: AcmeRequest,
  ca: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<AcmeResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<AcmeResponse>()
  const unreachable = (error: Error): void =>
    reject(
      new OrderFailure(`The authority cannot be reached at ${new URL(url).origin}: ${explain(error, signal)}`, {
        cause: error,
      }),
    )
  const outgoing = request(
    url,
    { method: method.toUpperCase(), headers, signal, agent: false, ...(ca && { ca: [...ca] }) },
    (incoming) => {
      const pieces: Buffer[] = []
      let size = 0
      incoming.on('error', unreachable)
      incoming.on('data', (piece: Buffer) => {
        size += piece.length
        if (size > MAX_BYTES) outgoing.destroy(new Error('the answer is too long'))
        else pieces.push(piece)
      })
      incoming.on('end', () => {
        const { statusCode: status = 0, statusMessage: statusText = '' } = incoming
        resolve({ status, statusText, headers: incoming.headers, data: Buffer.concat(pieces).toString('utf8') })
      })
    },
  )
  outgoing.on('error', unreachable)
  outgoing.end(body)
  return promise
}

/** Node joins what it tried at several addresses into an error without words. */
function explain(error: Error & { readonly code?: string }, signal: AbortSignal): string {
  if (signal.aborted && (signal.reason as Error | undefined)?.name === 'TimeoutError') return 'no answer in time.'
  return `${error.message || error.code}.`
}

const BAD_NONCE = 'urn:ietf:params:acme:error:badNonce'
const NO_ACCOUNT = 'urn:ietf:params:acme:error:accountDoesNotExist'

/** RFC 8555 §6.7. A bad nonce is left to the client, which asks again with a good one. */
function readRefusal({ status, headers, data }: AcmeResponse, url: string): OrderFailure | null {
  if (status < 400) return null
  const problem = parseProblem(data)
  if (problem.type === BAD_NONCE) return null
  const details = [problem.detail, ...(problem.subproblems ?? []).map(({ detail }) => detail)].filter(Boolean)
  const why = details.length > 0 ? details.join(' ') : `HTTP ${status} from ${url}`
  return new OrderFailure(`The authority refuses: ${why.slice(0, 500)}`, {
    retryAfterMs: retryAfter(headers['retry-after']),
    accountGone: problem.type === NO_ACCOUNT,
  })
}

interface Problem {
  readonly type?: string
  readonly detail?: string
  readonly subproblems?: readonly { readonly detail?: string }[]
}

function parseProblem(data: string): Problem {
  try {
    return (JSON.parse(data) as Problem | null) ?? {}
  } catch {
    // A proxy before the authority may speak HTML.
    return {}
  }
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function retryAfter(header: string | undefined): number | null {
  if (header === undefined) return null
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}
