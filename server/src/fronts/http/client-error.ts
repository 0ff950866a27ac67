import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { invalidRequest, makeProblem, PROBLEM_TYPE } from './problem.ts'

const STATUS_LINES: Readonly<Record<string, readonly [status: number, reason: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The header is larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time.'],
}
const MALFORMED = [400, 'Bad Request', 'This is not HTTP.'] as const

/** Answers what failed before it was a request: there is no fastify yet, so the bytes are written here. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  // An answer that is under way must not get another one in its middle.
  const underWay = (socket as { _httpMessage?: ServerResponse | null })._httpMessage
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy()
    return
  }
  const [status, reason, detail] = STATUS_LINES[error.code ?? ''] ?? MALFORMED
  const { faults } = invalidRequest('', detail)
  const problem = { ...makeProblem({ code: 'invalid_request', detail, faults }, requestId), status, title: reason }
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
