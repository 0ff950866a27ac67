import type { IncomingHttpHeaders } from 'node:http'
import type { ProblemCode } from './problem.ts'

/** RFC 6750 §2.1; the scheme's name is compared without regard to case (RFC 9110 §11.1). */
const BEARER = /^bearer +(\S+) *$/i

/** The key that the request carries, or null. A key in the query string is none: URLs end up in logs. */
export function keyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers['x-api-key']
  if (typeof key === 'string' && key !== '') return key
  const { authorization } = headers
  return authorization === undefined ? null : (BEARER.exec(authorization)?.[1] ?? null)
}

/** RFC 6750 §3: the value of WWW-Authenticate. Without a key in the request there is no error to name. */
export function challenge(code: ProblemCode): string | null {
  switch (code) {
    case 'missing_key':
    case 'invalid_credentials':
    case 'totp_required':
      return 'Bearer realm="mayfly"'
    case 'invalid_key':
    case 'revoked_key':
      return 'Bearer realm="mayfly", error="invalid_token"'
    default:
      return null
  }
}
