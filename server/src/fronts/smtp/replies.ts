import type { DomainError } from '../../domain/domain-error.ts'
import type { ErrorCode } from '../../domain/error-code.ts'
import type { Reply } from '../../protocols/smtp/session.ts'

const LOCAL_ERROR = { code: 451, text: '4.3.0 Local error, try again later' }

/** RFC 3463. A new ErrorCode does not compile until it has a row here; those that SMTP never meets are a local error. */
const REPLIES = {
  invalid_address: { code: 553, text: '5.1.3 This is no address that can be an inbox' },
  foreign_domain: { code: 550, text: '5.7.1 Relay refused: this domain is not served here' },
  suspended: { code: 550, text: '5.2.1 The account of this inbox is suspended' },
  no_such_inbox: { code: 550, text: '5.1.1 Nobody has claimed this address' },
  inbox_full: { code: 452, text: '4.2.2 Inbox is full' },
  message_too_large: { code: 552, text: '5.3.4 Message is larger than this inbox takes' },
  mail_loop: { code: 554, text: '5.4.6 Too many Received lines: this mail is going round in circles' },
  storage_full: { code: 452, text: '4.3.1 The disk is full, try again later' },
  unavailable: LOCAL_ERROR,
  rate_limited: { code: 451, text: '4.7.1 Too much at once, try again later' },
  invalid_request: LOCAL_ERROR,
  invalid_key: LOCAL_ERROR,
  invalid_credentials: LOCAL_ERROR,
  totp_required: LOCAL_ERROR,
  plan_required: LOCAL_ERROR,
  revoked_key: LOCAL_ERROR,
  inbox_taken: LOCAL_ERROR,
  inbox_limit_reached: LOCAL_ERROR,
  forbidden: LOCAL_ERROR,
  not_found: LOCAL_ERROR,
  conflict: LOCAL_ERROR,
  domain_not_allowed: LOCAL_ERROR,
  too_many_waits: LOCAL_ERROR,
} as const satisfies Record<ErrorCode, Reply>

export function replyTo(error: DomainError): Reply {
  return REPLIES[error.code]
}
