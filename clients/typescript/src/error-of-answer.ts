import {
  AuthenticationError,
  type Fault,
  InvalidRequestError,
  MayflyError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from './errors.ts'

/** RFC 9457, as far as it was understood. */
interface Problem {
  readonly code?: unknown
  readonly detail?: unknown
  readonly request_id?: unknown
  readonly errors?: unknown
}

/** The error that an answer from 300 up is, whoever has given it. */
export function errorOfAnswer(response: Response, text: string): MayflyError {
  const { status, headers } = response
  if (isRedirect(response)) return redirected(response)
  const problem = readProblem(text)
  const message = textOr(problem.detail, `The server answered ${status} ${response.statusText}`.trimEnd())
  const requestId = textOr(problem.request_id, headers.get('x-request-id'))
  const fields = { code: textOr(problem.code, `http_${status}`), status, requestId }
  if (status === 400 || status === 422)
    return new InvalidRequestError(message, { ...fields, errors: faultsOf(problem) })
  if (status === 401) return new AuthenticationError(message, fields)
  if (status === 403) return new PermissionDeniedError(message, fields)
  if (status === 404) return new NotFoundError(message, fields)
  if (status === 429) return new RateLimitError(message, { ...fields, retryAfter: readRetryAfter(headers) })
  return new MayflyError(message, fields)
}

/** Browsers and workers do not show where to. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

/** Not followed: the key would be sent along to wherever it points. */
function redirected({ headers, status }: Response): MayflyError {
  const target = headers.get('location')
  const message = `The server answers with a redirect${target === null ? '' : ` to ${target}`}. Give the final address as \`url\`.`
  return new MayflyError(message, { code: 'redirected', status: status || null })
}

/** What is between us and the service answers in its own way. */
function readProblem(text: string): Problem {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function faultsOf({ errors }: Problem): readonly Fault[] {
  return Array.isArray(errors) ? errors : []
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

/** RFC 9110 §10.2.3: seconds, or a date. In milliseconds. */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const time = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(time) ? null : Math.max(0, time)
}
