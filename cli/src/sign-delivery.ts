import { createHmac, randomBytes } from 'node:crypto'

export interface Delivery {
  readonly id: string
  readonly event: string
  readonly data: unknown
  /** Unix seconds. */
  readonly timestamp: number
}

export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const PREFIX = 'whsec_'

/** A secret like those of endpoints. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The request that an endpoint with this secret would get, with both of its signatures. */
export function signDelivery({ id, event, data, timestamp }: Delivery, secret: string): SignedDelivery {
  const body = JSON.stringify({ event, delivery_id: id, timestamp, data })
  const service = createHmac('sha256', secret).update(body).digest('hex')
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Mayfly-Webhooks/1',
      'X-Service-Event': event,
      'X-Service-Delivery': id,
      'X-Service-Timestamp': String(timestamp),
      'X-Service-Attempt': '1',
      'X-Service-Signature': `sha256=${service}`,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${standard}`,
    },
  }
}
