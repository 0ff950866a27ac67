/** What every error of this library has. */
export interface MayflyErrorFields {
  readonly code: string
  readonly status?: number | null
  readonly requestId?: string | null
  readonly cause?: unknown
}

/** One thing that is wrong with a request. */
export interface Fault {
  /** A JSON pointer (RFC 6901) to the field or parameter. */
  readonly pointer: string
  readonly detail: string
}

/**
 * What went wrong, in a sentence that says what to do. Catch this for every error of the service, one of its subclasses
 * for those that you can act on, and compare {@link code} for the rest.
 */
export class MayflyError extends Error {
  /** For programs: `inbox_taken`, `plan_required`, … as the service documents them. */
  readonly code: string
  /** The HTTP status. Null where no answer came, or no request was needed to know. */
  readonly status: number | null
  /** What to name when you ask the operator of the service about it. */
  readonly requestId: string | null

  constructor(message: string, fields: MayflyErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.code = fields.code
    this.status = fields.status ?? null
    this.requestId = fields.requestId ?? null
  }
}

/** There is no key, or the service does not know it, or it is revoked. */
export class AuthenticationError extends MayflyError {}

/** It is not yours, not allowed with this key, or not in your plan: {@link MayflyError.code} says which. */
export class PermissionDeniedError extends MayflyError {}

/** It never was, is gone, or is another account's. */
export class NotFoundError extends MayflyError {}

/** The request cannot be carried out as it is. Some of these are found out before anything is sent. */
export class InvalidRequestError extends MayflyError {
  /** Which part of it is wrong. */
  readonly errors: readonly Fault[]

  constructor(message: string, fields: MayflyErrorFields & { readonly errors?: readonly Fault[] }) {
    super(message, fields)
    this.errors = fields.errors ?? []
  }
}

/** Too many requests, or too many waits at once, and the retries did not help. */
export class RateLimitError extends MayflyError {
  /** Milliseconds after which it may work. */
  readonly retryAfter: number | null

  constructor(message: string, fields: MayflyErrorFields & { readonly retryAfter?: number | null }) {
    super(message, fields)
    this.retryAfter = fields.retryAfter ?? null
  }
}

/** No answer came, or not all of it. `code` is `unreachable`, `broken` or `timeout`. */
export class ConnectionError extends MayflyError {}

/** A delivery that is not from the service, or not from now. Answer it with 401. */
export class WebhookVerificationError extends MayflyError {}

// On the prototypes, so that stacks begin with them; written out, so that no minifier changes them.
const names = {
  MayflyError,
  AuthenticationError,
  PermissionDeniedError,
  NotFoundError,
  InvalidRequestError,
  RateLimitError,
  ConnectionError,
  WebhookVerificationError,
}
for (const [name, { prototype }] of Object.entries(names)) prototype.name = name
