import { randomBytes } from 'node:crypto'

/** What the Standard Webhooks specification puts before a symmetric secret. */
const PREFIX = 'whsec_'
const BYTES = 32

export function newSigningSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64')
}
