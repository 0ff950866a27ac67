import { DomainError, type Fault } from '../../domain/domain-error.ts'
import type { ErrorCode } from '../../domain/error-code.ts'

export type HttpOnlyCode =
  | 'missing_key'
  | 'csrf'
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'too_large'
  | 'in_progress'
  | 'idempotency_mismatch'
  | 'internal'

export type ProblemCode = ErrorCode | HttpOnlyCode

interface ProblemRow {
  readonly status: number
  readonly title: string
  /** Where this API tells less, or says it with a word of its own. */
  readonly code?: ProblemCode
}

/** A new ErrorCode does not compile until it has a row here. */
const ROWS = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_address: { status: 400, title: 'Not an e-mail address' },
  mail_loop: { status: 400, title: 'The mail goes round in circles', code: 'invalid_request' },
  missing_key: { status: 401, title: 'An API key is needed' },
  invalid_key: { status: 401, title: 'The API key is not valid' },
  revoked_key: { status: 401, title: 'The API key is revoked' },
  invalid_credentials: { status: 401, title: 'Not signed in' },
  totp_required: { status: 401, title: 'A second factor is needed' },
  inbox_taken: { status: 403, title: 'The inbox is taken' },
  inbox_limit_reached: { status: 403, title: 'No more inboxes on this plan' },
  plan_required: { status: 403, title: 'The plan does not have this' },
  inbox_full: { status: 403, title: 'No room left on this plan' },
  forbidden: { status: 403, title: 'This is not allowed' },
  suspended: { status: 403, title: 'The account is suspended', code: 'forbidden' },
  csrf: { status: 403, title: 'This came from another site' },
  not_found: { status: 404, title: 'Not found' },
  no_such_inbox: { status: 404, title: 'Not found', code: 'not_found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  in_progress: { status: 409, title: 'Still in progress' },
  too_large: { status: 413, title: 'Too large' },
  message_too_large: { status: 413, title: 'Too large', code: 'too_large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  foreign_domain: { status: 422, title: 'The domain is not served here' },
  domain_not_allowed: { status: 422, title: 'This domain cannot be added' },
  idempotency_mismatch: { status: 422, title: 'Another request had this Idempotency-Key' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_waits: { status: 429, title: 'Too many open waits' },
  internal: { status: 500, title: 'Internal error' },
  storage_full: { status: 503, title: 'Unavailable', code: 'unavailable' },
  unavailable: { status: 503, title: 'Unavailable' },
} as const satisfies Record<ProblemCode, ProblemRow>

/** These codes as answers carry them, by their status, in one order whatever the order they are given in. */
export function problemCodesByStatus(codes: Iterable<ProblemCode>): ReadonlyMap<number, readonly ProblemCode[]> {
  const rows: readonly [string, ProblemRow][] = Object.entries(ROWS)
  const shown = new Set([...codes].map((code) => (ROWS[code] as ProblemRow).code ?? code))
  return Map.groupBy(
    rows.map(([code]) => code as ProblemCode).filter((code) => shown.has(code)),
    (code) => ROWS[code].status,
  )
}

/** Stops a request for a reason that only HTTP knows. */
export class HttpProblem extends Error {
  readonly code: HttpOnlyCode

  constructor(code: HttpOnlyCode, detail: string) {
    super(detail)
    this.name = 'HttpProblem'
    this.code = code
  }
}

/** RFC 9457, with the code, the request's id and, on 400, what exactly is wrong. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ProblemCode
  readonly request_id: string
  readonly errors?: readonly Fault[]
}

export const PROBLEM_TYPE = 'application/problem+json'

export function makeProblem(
  shown: { readonly code: ProblemCode; readonly detail: string; readonly faults?: readonly Fault[] },
  requestId: string,
): Problem {
  const row: ProblemRow = ROWS[shown.code]
  const code = row.code ?? shown.code
  return {
    type: `urn:mayfly:error:${code}`,
    title: row.title,
    status: row.status,
    detail: shown.detail,
    code,
    request_id: requestId,
    ...(row.status === 400 && { errors: shown.faults ?? [] }),
  }
}

/** A 400 that names the part of the request that is wrong, by JSON pointer (RFC 6901). */
export function invalidRequest(pointer: string, detail: string): DomainError {
  const summary = pointer === '' ? detail : `${pointer.slice(1)}: ${detail}`
  return new DomainError('invalid_request', summary, { faults: [{ pointer, detail }] })
}

/** Runs on the way out: an address that could not be read is a fault of the parameter that held it. */
export function pointAt(error: unknown, pointer: string): unknown {
  if (!(error instanceof DomainError) || error.code !== 'invalid_address') return error
  return new DomainError('invalid_address', error.message, { faults: [{ pointer, detail: error.message }] })
}
