import { randomBytes } from 'node:crypto'

/** What the Standard Webhooks specification puts before a symmetric secret. */
export const SECRET_PREFIX = 'whsec_'

const SECRET_BYTES = 32

export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}
