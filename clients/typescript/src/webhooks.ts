import type { Call, CallOptions, CreateOptions } from './call.ts'
import { toCamelCase, toSnakeCase } from './camel-case.ts'
import { checkId, checkMoment } from './check-arguments.ts'
import { Listing, type ListOptions } from './listing.ts'
import type { Transport } from './transport.ts'
import type { CreatedWebhook, Delivery, NewWebhook, Webhook, WebhookChange, WebhookSecret } from './webhook.ts'

const PATH = '/v1/webhooks'

/** URLs that are told of events as they happen: `mayfly.webhooks`. */
export class Webhooks {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  async create(webhook: NewWebhook, options: CreateOptions = {}): Promise<CreatedWebhook> {
    return this.#ask({ ...options, method: 'POST', path: PATH, json: toSnakeCase(webhook) })
  }

  list(options: ListOptions = {}): Listing<Webhook> {
    return new Listing(this.#transport, PATH, {}, options)
  }

  async get(id: string, options: CallOptions = {}): Promise<Webhook> {
    return this.#ask({ ...options, method: 'GET', path: pathOf(id) })
  }

  /** What is left out stays as it is. */
  async update(id: string, change: WebhookChange, options: CallOptions = {}): Promise<Webhook> {
    return this.#ask({ ...options, method: 'PATCH', path: pathOf(id), json: toSnakeCase(change) })
  }

  /** Deletes it with its log. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#ask({ ...options, method: 'DELETE', path: pathOf(id) })
  }

  /** Sends a `test.ping`, also to a paused endpoint, and answers with what came of it. */
  async test(id: string, options: CreateOptions = {}): Promise<Delivery> {
    return this.#ask({ ...options, method: 'POST', path: `${pathOf(id)}/test` })
  }

  /** Sends nothing to it until it is resumed. Its events are held. */
  async pause(id: string, options: CreateOptions = {}): Promise<Webhook> {
    return this.#ask({ ...options, method: 'POST', path: `${pathOf(id)}/pause` })
  }

  /** Sends to it again, and delivers what was held, or drops it. */
  async resume(
    id: string,
    { held, ...options }: CreateOptions & { readonly held?: 'deliver' | 'drop' } = {},
  ): Promise<Webhook> {
    return this.#ask({ ...options, method: 'POST', path: `${pathOf(id)}/resume`, json: toSnakeCase({ held }) })
  }

  /** A new secret. The one before it holds too for a day, or as long as you say. */
  async rotateSecret(
    id: string,
    { overlapSeconds, ...options }: CreateOptions & { readonly overlapSeconds?: number } = {},
  ): Promise<WebhookSecret> {
    const json = toSnakeCase({ overlapSeconds })
    return this.#ask({ ...options, method: 'POST', path: `${pathOf(id)}/rotate-secret`, json })
  }

  async secret(id: string, options: CallOptions = {}): Promise<WebhookSecret> {
    return this.#ask({ ...options, method: 'GET', path: `${pathOf(id)}/secret` })
  }

  /** The log of one endpoint, newest first. */
  deliveries(id: string, options: ListOptions = {}): Listing<Delivery> {
    return new Listing(this.#transport, `${pathOf(id)}/deliveries`, {}, options)
  }

  /** Sends again what failed since then. Resolves with how many that are. */
  async redeliver(
    id: string,
    since: Date | string,
    { states, ...options }: CreateOptions & { readonly states?: readonly ('failed' | 'rejected')[] } = {},
  ): Promise<number> {
    const json = toSnakeCase({ since: checkMoment(since, 'since'), states })
    const path = `${pathOf(id)}/redeliver`
    return (await this.#ask<{ redelivered: number }>({ ...options, method: 'POST', path, json })).redelivered
  }

  async #ask<T>(call: Call): Promise<T> {
    return toCamelCase(await this.#transport.json(call)) as T
  }
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(checkId(id, 'id'))}`
}
