import { DomainError } from '../../domain/domain-error.ts'
import type { ErrorCode } from '../../domain/error-code.ts'
import { Refusal, type ResponseCode } from '../../protocols/imap/session.ts'

/** RFC 5530 §3. A new ErrorCode does not compile until it has a row here. Null: the text alone says it. */
const CODES = {
  invalid_request: 'CANNOT',
  invalid_address: 'CANNOT',
  invalid_key: 'AUTHENTICATIONFAILED',
  revoked_key: 'AUTHENTICATIONFAILED',
  invalid_credentials: 'AUTHENTICATIONFAILED',
  totp_required: 'AUTHENTICATIONFAILED',
  suspended: 'CONTACTADMIN',
  inbox_taken: 'AUTHORIZATIONFAILED',
  inbox_limit_reached: 'LIMIT',
  plan_required: 'NOPERM',
  forbidden: 'NOPERM',
  not_found: 'NONEXISTENT',
  conflict: 'ALREADYEXISTS',
  foreign_domain: 'AUTHORIZATIONFAILED',
  domain_not_allowed: 'CANNOT',
  no_such_inbox: 'NONEXISTENT',
  inbox_full: 'OVERQUOTA',
  message_too_large: 'LIMIT',
  mail_loop: 'CANNOT',
  rate_limited: 'LIMIT',
  too_many_waits: 'LIMIT',
  storage_full: 'UNAVAILABLE',
  unavailable: 'UNAVAILABLE',
} as const satisfies Record<ErrorCode, ResponseCode | null>

/** Does the work, and says what can be said of its failure in the words of IMAP. */
export async function orRefuse<T>(
  work: Promise<T>,
  otherwise: Partial<Record<ErrorCode, ResponseCode>> = {},
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new Refusal(otherwise[error.code] ?? CODES[error.code], error.message)
  }
}
