import type { EventType } from './event.ts'

/** What an endpoint can be told. test.ping comes when its owner asks for one, whatever it subscribes to. */
export const WEBHOOK_EVENTS = ['message.received', 'inbox.created'] as const satisfies readonly EventType[]
export type DeliveredEvent = EventType | 'test.ping'

/** Why an endpoint gets nothing: it failed ten times in a row, its owner said so, or its plan has no place for it. */
export type PauseReason = 'failures' | 'manual' | 'plan'

export const WEBHOOK_STATES = ['active', 'paused'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

export interface Webhook {
  readonly id: string
  readonly accountId: string
  readonly url: string
  readonly description: string
  readonly events: readonly EventType[]
  /** One address alone; null for every inbox. */
  readonly inboxFilter: string | null
  readonly state: WebhookState
  readonly pausedReason: PauseReason | null
  /** Failed attempts since the last success. */
  readonly consecutiveFailures: number
  readonly createdAt: number
  readonly lastSuccessAt: number | null
  readonly lastFailureAt: number | null
}

/** What signs an endpoint's deliveries. The previous secret holds beside the new one until its moment. */
export interface SigningSecrets {
  readonly current: string
  readonly previous: string | null
  readonly previousUntil: number | null
}

/**
 * pending: not tried yet. retrying: tried, and will be again. held: waits for its paused endpoint. rejected: the
 * receiver said no. failed: tried as often as the schedule has it. dropped: its owner wanted it gone.
 */
export const DELIVERY_STATES = ['pending', 'retrying', 'delivered', 'rejected', 'failed', 'held', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export interface Attempt {
  readonly number: number
  readonly at: number
  readonly status: number | null
  readonly durationMs: number
  /** What kind of failure it was where no answer came. */
  readonly error: string | null
  /** The same in a sentence. */
  readonly errorDetail: string | null
  /** The beginning of what was answered; null where nothing was. */
  readonly response: Uint8Array | null
}

/** An event on its way to one endpoint. */
export interface Delivery {
  readonly webhookId: string
  /** Rises with each delivery to this endpoint. */
  readonly seq: number
  readonly event: DeliveredEvent
  readonly state: DeliveryState
  readonly createdAt: number
  /** Null where there is none to come. */
  readonly nextAttemptAt: number | null
  /** JSON: `data` of the payload. */
  readonly data: string
  /** Oldest first. */
  readonly attempts: readonly Attempt[]
}
