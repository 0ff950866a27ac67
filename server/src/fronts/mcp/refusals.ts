import { MailRefusal, type RefusalCode } from 'mayfly-mcp'
import { DomainError } from '../../domain/domain-error.ts'
import type { ErrorCode } from '../../domain/error-code.ts'

/** A new ErrorCode does not compile until it has a row here. */
const CODES = {
  invalid_request: 'invalid_request',
  invalid_address: 'invalid_address',
  invalid_key: 'invalid_key',
  revoked_key: 'invalid_key',
  invalid_credentials: 'invalid_key',
  totp_required: 'invalid_key',
  inbox_taken: 'inbox_taken',
  inbox_limit_reached: 'inbox_limit_reached',
  plan_required: 'plan_required',
  forbidden: 'forbidden',
  suspended: 'forbidden',
  not_found: 'not_found',
  conflict: 'conflict',
  foreign_domain: 'foreign_domain',
  domain_not_allowed: 'invalid_request',
  no_such_inbox: 'not_found',
  inbox_full: 'too_large',
  message_too_large: 'too_large',
  mail_loop: 'invalid_request',
  rate_limited: 'rate_limited',
  too_many_waits: 'too_many_waits',
  storage_full: 'unavailable',
  unavailable: 'unavailable',
} as const satisfies Record<ErrorCode, RefusalCode>

/** Does the work, and says what can be said of its failure in the words of the tools. */
export async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new MailRefusal(CODES[error.code], error.message)
  }
}
