import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http'
import type { KeptConnection } from './kept-connection.ts'
import { PostFailure, toPostFailure } from './post-failure.ts'

export interface Outgoing {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  /** What was read of the body. */
  readonly body: Buffer
}

export const MAX_ANSWER_BYTES = 16 * 1024
const MAX_HEADER_BYTES = 16 * 1024
const MAX_INFORMATIONAL = 16

/**
 * One request and its answer. Once the header of the answer is there, it is an answer, however its body ends: cut off,
 * garbled, endless or too slow. Null where a kept connection turned out to be closed before a byte of an answer: the
 * other side may end an idle connection at any moment (RFC 9112 §9.5), also while a request is on its way.
 */
export async function exchange(connection: KeptConnection, out: Outgoing, signal: AbortSignal): Promise<Answer | null> {
  const request = start(connection, out)
  const answer = awaitAnswer(request)
  const abort = () => request.destroy(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  request.end(out.body)
  try {
    return await answer
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function awaitAnswer(request: ClientRequest): Promise<Answer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | null>()
  const refuse = () => {
    reject(new PostFailure('protocol'))
    request.destroy()
  }
  let heard = false
  let informational = 0
  request.on('socket', (socket) => socket.once('data', () => (heard = true)))
  request.on('information', () => {
    if (++informational > MAX_INFORMATIONAL) refuse()
  })
  // Nobody asked for another protocol: RFC 9110 §7.8.
  request.on('upgrade', (_answer, socket) => {
    socket.destroy()
    refuse()
  })
  request.on('response', (response) => {
    if (isValidStatus(response.statusCode)) resolve(readAnswer(request, response))
    else refuse()
  })
  // Whichever came first holds: an error after the header of an answer changes nothing.
  request.on('error', (error) => {
    if (request.reusedSocket && !heard && isReset(error)) resolve(null)
    else reject(toPostFailure(error, 'exchange'))
  })
  return promise
}

/** RFC 9110 §15: what is outside these is no final answer, and is to be taken for a failure of the server. */
function isValidStatus(status = 0): boolean {
  return status >= 200 && status <= 599
}

function isReset(error: unknown): boolean {
  const failure = toPostFailure(error, 'exchange')
  return failure instanceof PostFailure && failure.error === 'reset'
}

function start(connection: KeptConnection, { url, headers, body }: Outgoing): ClientRequest {
  return startRequest({
    // TLS, where there is any, is the connection's business.
    agent: connection,
    method: 'POST',
    path: url.pathname + url.search,
    headers: { Host: url.host, ...headers, 'Content-Length': String(body.length) },
    maxHeaderSize: MAX_HEADER_BYTES,
  })
}

function readAnswer(request: ClientRequest, response: IncomingMessage): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const chunks: Buffer[] = []
  let size = 0
  const settle = () => {
    const body = Buffer.concat(chunks, Math.min(size, MAX_ANSWER_BYTES))
    resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body })
  }
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) request.destroy()
  })
  response.on('end', () => {
    // Who answers without having read the request may never read it: nothing else can go over this connection.
    if (!request.writableFinished) request.destroy()
    settle()
  })
  response.on('error', settle)
  response.on('close', settle)
  return promise
}
