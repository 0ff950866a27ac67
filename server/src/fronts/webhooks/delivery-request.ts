import { signService } from '../../protocols/webhook-signature/sign-service.ts'
import { signStandard } from '../../protocols/webhook-signature/sign-standard.ts'

export interface DeliveryAttempt {
  readonly deliveryId: string
  readonly event: string
  readonly data: object
  /** Counts from 1. */
  readonly attempt: number
  /** When this attempt is made, in milliseconds. */
  readonly at: number
  /** While a rotation's overlap lasts, the secret before it is there too. */
  readonly secrets: { readonly current: string; readonly previous: string | null }
}

export interface DeliveryRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** One attempt as it goes over the wire. Its time is the attempt's own, so that the signature proves freshness. */
export function buildDeliveryRequest({
  deliveryId,
  event,
  data,
  attempt,
  at,
  secrets,
}: DeliveryAttempt): DeliveryRequest {
  const timestamp = Math.floor(at / 1000)
  const body = Buffer.from(JSON.stringify({ event, delivery_id: deliveryId, timestamp, data }))
  const { current, previous } = secrets
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Mayfly-Webhooks/1',
    'X-Service-Event': event,
    'X-Service-Delivery': deliveryId,
    'X-Service-Timestamp': String(timestamp),
    'X-Service-Attempt': String(attempt),
    // It has room for one signature: receivers get the new secret while this one still counts.
    'X-Service-Signature': signService(previous ?? current, body),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signStandard(previous === null ? [current] : [current, previous], {
      id: deliveryId,
      timestamp,
      body,
    }),
  }
  return { headers, body }
}
