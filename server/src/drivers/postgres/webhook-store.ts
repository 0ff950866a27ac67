import type { Delivery, PauseReason, SigningSecrets, Webhook } from '../../domain/webhook.ts'
import type * as ports from '../../domain/webhook-store.ts'
import { claimDue, nextDue } from './claim-deliveries.ts'
import type { Database } from './database.ts'
import * as deliveries from './deliveries.ts'
import { recordAttempts, releaseClaims } from './record-attempts.ts'
import { redeliver, redeliverAll } from './redeliver.ts'
import * as webhooks from './webhooks.ts'

/** Each call is a statement or a transaction of its own. */
export class PostgresWebhookStore implements ports.WebhookStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  create(wish: ports.NewWebhook): Promise<void> {
    return webhooks.createWebhook(this.#db, wish)
  }

  get(accountId: string, id: string): Promise<Webhook | null> {
    return webhooks.getWebhook(this.#db, accountId, id)
  }

  list(accountId: string): Promise<readonly Webhook[]> {
    return webhooks.listWebhooks(this.#db, accountId)
  }

  update(accountId: string, id: string, change: ports.WebhookChange): Promise<Webhook | null> {
    return webhooks.updateWebhook(this.#db, accountId, id, change)
  }

  delete(accountId: string, id: string): Promise<boolean> {
    return webhooks.deleteWebhook(this.#db, accountId, id)
  }

  secrets(accountId: string, id: string): Promise<SigningSecrets | null> {
    return webhooks.getSecrets(this.#db, accountId, id)
  }

  rotate(accountId: string, id: string, secrets: SigningSecrets): Promise<boolean> {
    return webhooks.rotateSecrets(this.#db, accountId, id, secrets)
  }

  pause(accountId: string, id: string, reason: PauseReason): Promise<Webhook | null> {
    return webhooks.pauseWebhook(this.#db, accountId, id, reason)
  }

  resume(accountId: string, id: string, now: number, cap: number): Promise<Webhook | null> {
    return webhooks.resumeWebhook(this.#db, accountId, id, now, cap)
  }

  dropHeld(accountId: string, id: string, until: number, limit: number): Promise<number> {
    return deliveries.dropHeld(this.#db, accountId, id, until, limit)
  }

  lastSeq(accountId: string, id: string): Promise<number> {
    return webhooks.lastDeliverySeq(this.#db, accountId, id)
  }

  ping(accountId: string, id: string, data: string, now: number): Promise<number | null> {
    return deliveries.pingWebhook(this.#db, accountId, id, data, now)
  }

  redeliver(accountId: string, webhookId: string, seq: number, now: number): Promise<boolean> {
    return redeliver(this.#db, accountId, webhookId, seq, now)
  }

  redeliverAll(
    ...args: Parameters<ports.WebhookStore['redeliverAll']>
  ): ReturnType<ports.WebhookStore['redeliverAll']> {
    return redeliverAll(this.#db, ...args)
  }

  delivery(accountId: string, webhookId: string, seq: number): Promise<Delivery | null> {
    return deliveries.getDelivery(this.#db, accountId, webhookId, seq)
  }

  deliveries(accountId: string, webhookId: string | null, page: ports.DeliveryPage): Promise<readonly Delivery[]> {
    return deliveries.listDeliveries(this.#db, accountId, webhookId, page)
  }

  claimDue(rules: ports.ClaimRules): Promise<readonly ports.ClaimedDelivery[]> {
    return claimDue(this.#db, rules)
  }

  record(...args: Parameters<ports.WebhookStore['record']>): ReturnType<ports.WebhookStore['record']> {
    return recordAttempts(this.#db, ...args)
  }

  release(...args: Parameters<ports.WebhookStore['release']>): Promise<void> {
    return releaseClaims(this.#db, ...args)
  }

  nextDue(): Promise<number | null> {
    return nextDue(this.#db)
  }

  backlog(): Promise<ports.Backlog> {
    return deliveries.backlog(this.#db)
  }
}
