/** What an endpoint can be told of. */
export type WebhookEventType = 'message.received' | 'inbox.created'

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly description: string
  readonly events: readonly WebhookEventType[]
  /** One address alone; null for every inbox. */
  readonly inboxFilter: string | null
  readonly state: 'active' | 'paused'
  readonly pausedReason: 'failures' | 'manual' | 'plan' | null
  /** Failed attempts since the last success. Ten of them pause it. */
  readonly consecutiveFailures: number
  readonly createdAt: string
  readonly lastSuccessAt: string | null
  readonly lastFailureAt: string | null
}

export interface CreatedWebhook extends Webhook {
  /** What its deliveries are signed with: for {@link verifyWebhook}. */
  readonly secret: string
}

export interface WebhookChange {
  /** `https`, without credentials or fragment. */
  readonly url?: string | undefined
  readonly description?: string | undefined
  /** Without it, `message.received`. */
  readonly events?: readonly WebhookEventType[] | undefined
  readonly inboxFilter?: string | null | undefined
}

export interface NewWebhook extends WebhookChange {
  readonly url: string
}

export interface WebhookSecret {
  readonly secret: string
  /** Holds too, until its moment. */
  readonly previousSecret: string | null
  readonly previousExpiresAt: string | null
}

/** The body of a delivery, in camelCase. */
export type WebhookEvent =
  | (Envelope & { readonly event: 'message.received'; readonly data: MessageReceived })
  | (Envelope & { readonly event: 'inbox.created'; readonly data: InboxCreated })
  | (Envelope & {
      readonly event: 'test.ping'
      readonly data: { readonly endpointId: string; readonly message: string }
    })

interface Envelope {
  /** The same in every attempt: remember it, and you handle nothing twice. */
  readonly deliveryId: string
  /** Of this attempt, in Unix seconds. */
  readonly timestamp: number
}

export interface MessageReceived {
  readonly inboxId: string
  /** The address. */
  readonly inbox: string
  readonly messageId: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly receivedAt: string
  readonly sizeBytes: number
  readonly encrypted: boolean
}

export interface InboxCreated {
  readonly inboxId: string
  readonly inbox: string
  readonly createdAt: string
}

export interface DeliveryAttempt {
  readonly number: number
  readonly at: string
  /** Null where no answer came. */
  readonly status: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly errorDetail: string | null
  /** The first 16 KiB of the answer; in lists, the first 1 KiB. */
  readonly response: string | null
}

export interface Delivery {
  /** The `deliveryId` of the payload. */
  readonly id: string
  readonly webhookId: string
  readonly event: WebhookEvent['event']
  readonly state: 'pending' | 'retrying' | 'delivered' | 'rejected' | 'failed' | 'held' | 'dropped'
  readonly createdAt: string
  readonly nextAttemptAt: string | null
  readonly payload: WebhookEvent
  readonly attempts: readonly DeliveryAttempt[]
}
