import { createHmac } from 'node:crypto'

/** X-Service-Signature: HMAC-SHA256 of the body, keyed with the secret as it is shown, `whsec_` included. */
export function signService(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')}`
}
