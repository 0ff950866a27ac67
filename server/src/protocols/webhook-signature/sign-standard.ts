import { createHmac } from 'node:crypto'

/** What the specification puts before a symmetric secret. */
const SECRET_PREFIX = 'whsec_'

export interface StandardContent {
  /** No dot in it: the dot separates what is signed. */
  readonly id: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly body: Uint8Array
}

/**
 * `webhook-signature` of the Standard Webhooks specification: a symmetric `v1` signature for each secret, the newest
 * first, keyed with the bytes that the secret's base64 stands for. A receiver is content when one of them is right.
 */
export function signStandard(secrets: readonly string[], content: StandardContent): string {
  return secrets.map((secret) => `v1,${signOnce(secret, content)}`).join(' ')
}

function signOnce(secret: string, { id, timestamp, body }: StandardContent): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
}
