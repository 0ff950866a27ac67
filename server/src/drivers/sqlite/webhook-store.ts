import type { Delivery, PauseReason, SigningSecrets, Webhook } from '../../domain/webhook.ts'
import type * as ports from '../../domain/webhook-store.ts'
import { nextDue } from './claim-deliveries.ts'
import type { Database } from './database.ts'
import type { ReaderOps } from './reader.ts'
import { getSecrets, getWebhook, lastDeliverySeq } from './webhooks.ts'
import type { WorkerLink } from './worker-link.ts'
import type { WriterOps } from './writer.ts'

/** Which thread does what: writes in the writer, lists in the reader, look-ups of one row here. */
export class SqliteWebhookStore implements ports.WebhookStore {
  readonly #writer: WorkerLink<WriterOps>
  readonly #reader: WorkerLink<ReaderOps>
  readonly #points: Database

  constructor(writer: WorkerLink<WriterOps>, reader: WorkerLink<ReaderOps>, points: Database) {
    this.#writer = writer
    this.#reader = reader
    this.#points = points
  }

  create(wish: ports.NewWebhook): Promise<void> {
    return this.#writer.call('createWebhook', [wish])
  }

  async get(accountId: string, id: string): Promise<Webhook | null> {
    return getWebhook(this.#points, accountId, id)
  }

  list(accountId: string): Promise<readonly Webhook[]> {
    return this.#reader.call('webhooks', [accountId])
  }

  update(accountId: string, id: string, change: ports.WebhookChange): Promise<Webhook | null> {
    return this.#writer.call('updateWebhook', [accountId, id, change])
  }

  delete(accountId: string, id: string): Promise<boolean> {
    return this.#writer.call('deleteWebhook', [accountId, id])
  }

  async secrets(accountId: string, id: string): Promise<SigningSecrets | null> {
    return getSecrets(this.#points, accountId, id)
  }

  rotate(accountId: string, id: string, secrets: SigningSecrets): Promise<boolean> {
    return this.#writer.call('rotateSecrets', [accountId, id, secrets])
  }

  pause(accountId: string, id: string, reason: PauseReason): Promise<Webhook | null> {
    return this.#writer.call('pauseWebhook', [accountId, id, reason])
  }

  resume(accountId: string, id: string, now: number, cap: number): Promise<Webhook | null> {
    return this.#writer.call('resumeWebhook', [accountId, id, now, cap])
  }

  dropHeld(accountId: string, id: string, until: number, limit: number): Promise<number> {
    return this.#writer.call('dropHeld', [accountId, id, until, limit])
  }

  async lastSeq(accountId: string, id: string): Promise<number> {
    return lastDeliverySeq(this.#points, accountId, id)
  }

  ping(accountId: string, id: string, data: string, now: number): Promise<number | null> {
    return this.#writer.call('pingWebhook', [accountId, id, data, now])
  }

  redeliver(accountId: string, webhookId: string, seq: number, now: number): Promise<boolean> {
    return this.#writer.call('redeliver', [accountId, webhookId, seq, now])
  }

  redeliverAll(
    ...args: Parameters<ports.WebhookStore['redeliverAll']>
  ): ReturnType<ports.WebhookStore['redeliverAll']> {
    return this.#writer.call('redeliverAll', args)
  }

  delivery(accountId: string, webhookId: string, seq: number): Promise<Delivery | null> {
    return this.#reader.call('delivery', [accountId, webhookId, seq])
  }

  deliveries(accountId: string, webhookId: string | null, page: ports.DeliveryPage): Promise<readonly Delivery[]> {
    return this.#reader.call('deliveries', [accountId, webhookId, page])
  }

  claimDue(rules: ports.ClaimRules): Promise<readonly ports.ClaimedDelivery[]> {
    return this.#writer.call('claimDue', [rules])
  }

  record(...args: Parameters<ports.WebhookStore['record']>): ReturnType<ports.WebhookStore['record']> {
    return this.#writer.call('recordAttempts', args)
  }

  release(...args: Parameters<ports.WebhookStore['release']>): Promise<void> {
    return this.#writer.call('releaseClaims', args)
  }

  async nextDue(): Promise<number | null> {
    return nextDue(this.#points)
  }

  backlog(): Promise<ports.Backlog> {
    return this.#reader.call('backlog', [])
  }
}
