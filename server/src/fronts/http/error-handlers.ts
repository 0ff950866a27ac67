import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { DomainError, type Fault } from '../../domain/domain-error.ts'
import { challenge } from './authenticate.ts'
import type { DashboardFiles } from './dashboard-files.ts'
import { HttpProblem, invalidRequest, makeProblem, PROBLEM_TYPE } from './problem.ts'

type Known = DomainError | HttpProblem

const MAX_FAULTS = 20

/** Everything that is thrown ends here, and is logged here if it is our own fault. */
export function handleErrors(
  app: FastifyInstance,
  log: Logger,
  onNotFound: (status: number) => void,
  dashboard: DashboardFiles | null,
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendProblem(log, error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    // Which addresses there are inside the dashboard only the dashboard knows.
    const page = dashboard?.takes(request) ?? false
    onNotFound(page ? 200 : 404)
    if (page) return dashboard?.sendPage(request, reply)
    return sendProblem(log, new DomainError('not_found', 'There is nothing at this path.'), request, reply)
  })
}

export function sendProblem(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toKnown(error)
  if (!known) log.error({ err: error, request_id: request.id, path: pathOf(request.url) }, 'a request failed')
  const shown = known
    ? { code: known.code, detail: known.message, faults: known instanceof DomainError ? known.faults : [] }
    : ({ code: 'internal', detail: 'Something went wrong on our side. It has been noted.' } as const)
  const problem = makeProblem(shown, request.id)
  // They were said of an answer that did not come.
  reply.removeHeader('etag').removeHeader('preference-applied')
  // Whoever has announced a length sends all of it before it hears an answer: the rest is let past, unread.
  if (shown.code === 'too_large' && request.headers['content-length'] !== undefined) reply.removeHeader('connection')
  const authenticate = challenge(shown.code)
  if (authenticate !== null) reply.header('www-authenticate', authenticate)
  if (known instanceof DomainError && known.retryAfter !== undefined) {
    reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfter)))
  }
  return reply
    .code(problem.status)
    .header('content-type', PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify(problem)))
}

function toKnown(error: unknown): Known | null {
  if (error instanceof DomainError || error instanceof HttpProblem) return error
  return error instanceof Error ? fromFastify(error as FastifyError) : null
}

/** What fastify refuses by itself. Its own sentences name no more than the request did. */
function fromFastify(error: FastifyError): Known | null {
  if (error.validation) return invalidFields(error)
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpProblem('too_large', 'The body is larger than this call takes.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpProblem('unsupported_media_type', 'This call does not take a body of this type.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new DomainError('not_found', 'There is nothing at this path.')
    case 'FST_ERR_BAD_URL':
      return invalidRequest('', 'The URL is malformed: check its percent-encoding.')
  }
  const { statusCode } = error
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? invalidRequest('', error.message) : null
}

function invalidFields(error: FastifyError): DomainError {
  const faults: Fault[] = (error.validation ?? []).slice(0, MAX_FAULTS).map((fault) => {
    const missing = fault.keyword === 'required' ? fault.params['missingProperty'] : undefined
    return missing === undefined
      ? { pointer: fault.instancePath, detail: fault.message ?? 'is not valid' }
      : { pointer: `${fault.instancePath}/${escapePointer(String(missing))}`, detail: 'is required' }
  })
  const first = faults[0] ?? { pointer: '', detail: 'is not valid' }
  return new DomainError('invalid_request', `${first.pointer.slice(1)} ${first.detail}`.trim(), { faults })
}

/** RFC 6901 §3. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Without the query: addresses are personal, and stay out of the log. */
function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
