import type { EventType } from './event.ts'
import type { Attempt, DeliveredEvent, Delivery, PauseReason, SigningSecrets, Webhook } from './webhook.ts'

export interface NewWebhook {
  readonly webhook: Webhook
  readonly secret: string
  /** As many as the account may have. */
  readonly cap: number
}

/** What is left out stays as it is. */
export interface WebhookChange {
  readonly url?: string
  readonly description?: string
  readonly events?: readonly EventType[]
  readonly inboxFilter?: string | null
}

/** How much may be under way at once, and for how long a claim holds. */
export interface ClaimRules {
  readonly now: number
  /** After this moment somebody else may send what was claimed. */
  readonly until: number
  readonly limit: number
  readonly perEndpoint: number
  /** For an endpoint whose last attempt failed: it must not take the place of those that answer. */
  readonly perFailingEndpoint: number
  readonly perAccount: number
}

/** A delivery that is this caller's to send, until `until` of its claim. */
export interface ClaimedDelivery {
  readonly webhookId: string
  readonly accountId: string
  readonly seq: number
  readonly event: DeliveredEvent
  readonly data: string
  readonly url: string
  readonly secrets: SigningSecrets
  /** The number of the attempt to make, from 1. */
  readonly attempt: number
  /** The number of attempts since the event, or since its owner asked for it again. */
  readonly sinceStart: number
  /** Asked for by hand: it counts neither for nor against the endpoint. */
  readonly manual: boolean
}

/** What came of one. */
export interface AttemptResult {
  readonly webhookId: string
  readonly seq: number
  readonly attempt: Attempt
  readonly outcome: 'delivered' | 'rejected' | 'failed' | { readonly retryAt: number }
  /** What it says of the endpoint. */
  readonly verdict: 'success' | 'failure' | 'nothing'
  /** `data` as it was sent, where that was found out only now. */
  readonly data: string | null
}

export interface Backlog {
  /** On their way, now or later. */
  readonly open: number
  /** Waiting for an endpoint that is paused. */
  readonly held: number
}

/** In the order of the log of one account, newest first: also after it is gone. */
export interface DeliveryPlace {
  readonly createdAt: number
  readonly webhookId: string
  readonly seq: number
}

export interface DeliveryPage {
  readonly before: DeliveryPlace | null
  readonly limit: number
  /** Of each answer no more than so many bytes. */
  readonly responseBytes: number
}

/**
 * Endpoints, what is on its way to them, and the log of it. Delivery rows for events are made by `append` and `claim`
 * of the Store, in the transaction of the message or the inbox.
 */
export interface WebhookStore {
  /** Throws plan_required where the account has its cap already. */
  create(wish: NewWebhook): Promise<void>
  /** Null where the account has none of this id. */
  get(accountId: string, id: string): Promise<Webhook | null>
  /** In the order of their making. */
  list(accountId: string): Promise<readonly Webhook[]>
  update(accountId: string, id: string, change: WebhookChange): Promise<Webhook | null>
  /** At once for every reader; its log goes in small steps. False where there is none. */
  delete(accountId: string, id: string): Promise<boolean>
  secrets(accountId: string, id: string): Promise<SigningSecrets | null>
  rotate(accountId: string, id: string, secrets: SigningSecrets): Promise<boolean>

  /** What is open stays so, and is held. Pausing what is paused changes nothing. */
  pause(accountId: string, id: string, reason: PauseReason): Promise<Webhook | null>
  /** Sets the count of failures to zero; what was held is due. Throws plan_required over the cap of active ones. */
  resume(accountId: string, id: string, now: number, cap: number): Promise<Webhook | null>
  /** Up to `limit` held deliveries with a seq of at most `until` become dropped. Answers with how many. */
  dropHeld(accountId: string, id: string, until: number, limit: number): Promise<number>
  /** The seq of the newest delivery, 0 where there is none. */
  lastSeq(accountId: string, id: string): Promise<number>

  /**
   * A test.ping, due now, also where the endpoint is paused. Null where there is no endpoint. Throws conflict while
   * another is under way. Answers with its seq.
   */
  ping(accountId: string, id: string, data: string, now: number): Promise<number | null>
  /** Due now, its schedule begun anew. Throws conflict where it is being sent, or its endpoint is paused. */
  redeliver(accountId: string, webhookId: string, seq: number, now: number): Promise<boolean>
  /**
   * The same for those in these states that came at or after `since`, from the newest with a seq below `before` on; looks at up to `limit`.
   * `next` continues; null at the end.
   */
  redeliverAll(
    accountId: string,
    webhookId: string,
    wish: {
      readonly states: readonly ('failed' | 'rejected')[]
      readonly since: number
      readonly before: number
      readonly now: number
      readonly limit: number
    },
  ): Promise<{ readonly count: number; readonly next: number | null }>

  delivery(accountId: string, webhookId: string, seq: number): Promise<Delivery | null>
  /** Newest first, of one endpoint, or of all where it is null. */
  deliveries(accountId: string, webhookId: string | null, page: DeliveryPage): Promise<readonly Delivery[]>

  /** Fair between endpoints: each in its turn. Nobody else gets what this call gets, while the claim holds. */
  claimDue(rules: ClaimRules): Promise<readonly ClaimedDelivery[]>
  /** One commit for all. What was deleted meanwhile is left out. Answers with the endpoints that are paused by it. */
  record(
    results: readonly AttemptResult[],
    pauseAt: number,
  ): Promise<readonly { readonly webhookId: string; readonly accountId: string }[]>
  /** Gives claims back, due at once. */
  release(claims: readonly Pick<ClaimedDelivery, 'webhookId' | 'seq'>[], now: number): Promise<void>
  /** The first moment at which `claimDue` may have something; null where nothing is on its way. */
  nextDue(): Promise<number | null>
  /** Over all accounts: for whoever runs the service. */
  backlog(): Promise<Backlog>
}
