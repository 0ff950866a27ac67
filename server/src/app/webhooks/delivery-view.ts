import { deliveryId } from '../../domain/ids.ts'
import { iso, isoOrNull } from '../../domain/iso.ts'
import type { Attempt, Delivery, Webhook } from '../../domain/webhook.ts'

export interface WebhookView {
  readonly id: string
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly inbox_filter: string | null
  readonly state: Webhook['state']
  readonly paused_reason: Webhook['pausedReason']
  readonly consecutive_failures: number
  readonly created_at: string
  readonly last_success_at: string | null
  readonly last_failure_at: string | null
}

export interface AttemptView {
  readonly number: number
  readonly at: string
  readonly status: number | null
  readonly duration_ms: number
  readonly error: string | null
  readonly error_detail: string | null
  readonly response: string | null
}

export interface DeliveryView {
  readonly id: string
  readonly webhook_id: string
  readonly event: Delivery['event']
  readonly state: Delivery['state']
  readonly created_at: string
  readonly next_attempt_at: string | null
  readonly payload: {
    readonly event: Delivery['event']
    readonly delivery_id: string
    readonly timestamp: number
    readonly data: unknown
  }
  readonly attempts: readonly AttemptView[]
}

export function viewOfWebhook(webhook: Webhook): WebhookView {
  return {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    events: webhook.events,
    inbox_filter: webhook.inboxFilter,
    state: webhook.state,
    paused_reason: webhook.pausedReason,
    consecutive_failures: webhook.consecutiveFailures,
    created_at: iso(webhook.createdAt),
    last_success_at: isoOrNull(webhook.lastSuccessAt),
    last_failure_at: isoOrNull(webhook.lastFailureAt),
  }
}

/** The payload is that of the last attempt; before the first one, what would be sent. */
export function viewOfDelivery(delivery: Delivery): DeliveryView {
  const id = deliveryId(delivery.webhookId, delivery.seq)
  const { event, attempts } = delivery
  const timestamp = Math.floor((attempts.at(-1)?.at ?? delivery.createdAt) / 1_000)
  return {
    id,
    webhook_id: delivery.webhookId,
    event,
    state: delivery.state,
    created_at: iso(delivery.createdAt),
    next_attempt_at: isoOrNull(delivery.nextAttemptAt),
    payload: { event, delivery_id: id, timestamp, data: JSON.parse(delivery.data) },
    attempts: attempts.map(viewOfAttempt),
  }
}

function viewOfAttempt(attempt: Attempt): AttemptView {
  const { number, at, status, durationMs, error, errorDetail, response } = attempt
  const text = response === null ? null : Buffer.from(response).toString('utf8')
  return { number, at: iso(at), status, duration_ms: durationMs, error, error_detail: errorDetail, response: text }
}
