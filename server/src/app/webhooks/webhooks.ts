import { parseAddress } from '../../domain/address.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { EventType } from '../../domain/event.ts'
import { deliveryId, newId, parseDeliveryId } from '../../domain/ids.ts'
import { iso } from '../../domain/iso.ts'
import { planThatLifts } from '../../domain/plan.ts'
import { newSigningSecret } from '../../domain/signing-secret.ts'
import type { Webhook } from '../../domain/webhook.ts'
import type { DeliveryPage, WebhookChange, WebhookStore } from '../../domain/webhook-store.ts'
import type { Deps } from '../deps.ts'
import type { Principal } from '../owners.ts'
import { actorOf, makeNote } from '../people/audit.ts'
import { type DeliveryView, viewOfDelivery, viewOfWebhook, type WebhookView } from './delivery-view.ts'
import { OpenTests } from './open-tests.ts'
import { OUTBOX } from './outbox.ts'

export interface WebhookWish {
  readonly url: string
  readonly description?: string | undefined
  readonly events?: readonly EventType[] | undefined
  readonly inboxFilter?: string | null | undefined
}

export interface SecretView {
  readonly secret: string
  /** Null where only one secret holds. */
  readonly previous_secret: string | null
  readonly previous_expires_at: string | null
}

const STEP = 500
const TEST_MARGIN_SECONDS = 10
/** Of each answer in a list. */
const LISTED_RESPONSE_BYTES = 1024

/** What an account does with its endpoints. Those of another account are not there. */
export class Webhooks {
  readonly #deps: Deps
  readonly #store: WebhookStore
  readonly #tests = new OpenTests()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#store = deps.store.webhooks
  }

  async create(principal: Principal, wish: WebhookWish): Promise<WebhookView & { readonly secret: string }> {
    const { account, plan } = principal
    // Before anything is looked at: whoever may not have one need not get its URL right first.
    if (plan.webhook_endpoints === 0) throw this.#planRequired(principal)
    const webhook: Webhook = {
      id: newId('whk'),
      accountId: account.id,
      url: this.#checkedUrl(wish.url),
      description: wish.description ?? '',
      events: wish.events ?? ['message.received'],
      inboxFilter: readFilter(wish.inboxFilter ?? null),
      state: 'active',
      pausedReason: null,
      consecutiveFailures: 0,
      createdAt: this.#deps.clock.now(),
      lastSuccessAt: null,
      lastFailureAt: null,
    }
    const secret = newSigningSecret()
    await this.#withinCap(principal, this.#store.create({ webhook, secret, cap: plan.webhook_endpoints }))
    await this.#note(principal, 'webhook.create', webhook.id, new URL(webhook.url).host)
    return { ...viewOfWebhook(webhook), secret }
  }

  async list({ account }: Principal): Promise<readonly WebhookView[]> {
    return (await this.#store.list(account.id)).map(viewOfWebhook)
  }

  async get({ account }: Principal, id: string): Promise<WebhookView> {
    return viewOfWebhook(found(await this.#store.get(account.id, id)))
  }

  async change(principal: Principal, id: string, wish: Partial<WebhookWish>): Promise<WebhookView> {
    const { url, description, events, inboxFilter } = wish
    const change: WebhookChange = {
      ...(url !== undefined && { url: this.#checkedUrl(url) }),
      ...(description !== undefined && { description }),
      ...(events !== undefined && { events }),
      ...(inboxFilter !== undefined && { inboxFilter: readFilter(inboxFilter) }),
    }
    const changed = found(await this.#store.update(principal.account.id, id, change))
    await this.#note(principal, 'webhook.change', id, Object.keys(change).join(', '))
    return viewOfWebhook(changed)
  }

  async delete(principal: Principal, id: string): Promise<void> {
    if (!(await this.#store.delete(principal.account.id, id))) throw noEndpoint()
    await this.#note(principal, 'webhook.delete', id, null)
  }

  async secret({ account }: Principal, id: string): Promise<SecretView> {
    const { current, previous, previousUntil } = found(await this.#store.secrets(account.id, id))
    const overlaps = previousUntil !== null && previousUntil > this.#deps.clock.now()
    return {
      secret: current,
      previous_secret: overlaps ? previous : null,
      previous_expires_at: overlaps ? iso(previousUntil) : null,
    }
  }

  /** A new secret. The one before it holds beside it for a while, so that receivers can change over. */
  async rotateSecret(principal: Principal, id: string, overlapSeconds: number): Promise<SecretView> {
    const { account } = principal
    const { current } = found(await this.#store.secrets(account.id, id))
    const until = this.#deps.clock.now() + overlapSeconds * 1_000
    const previous =
      overlapSeconds > 0 ? { previous: current, previousUntil: until } : { previous: null, previousUntil: null }
    if (!(await this.#store.rotate(account.id, id, { current: newSigningSecret(), ...previous }))) throw noEndpoint()
    await this.#note(principal, 'webhook.rotate_secret', id, null)
    return this.secret(principal, id)
  }

  async pause(principal: Principal, id: string): Promise<WebhookView> {
    const paused = found(await this.#store.pause(principal.account.id, id, 'manual'))
    await this.#note(principal, 'webhook.pause', id, null)
    return viewOfWebhook(paused)
  }

  /** `drop` lets go of what was held until now. */
  async resume(principal: Principal, id: string, held: 'deliver' | 'drop'): Promise<WebhookView> {
    const { account, plan } = principal
    found(await this.#store.get(account.id, id))
    if (plan.webhook_endpoints === 0) throw this.#planRequired(principal)
    if (held === 'drop') await this.#dropHeld(account.id, id)
    const resumed = this.#store.resume(account.id, id, this.#deps.clock.now(), plan.webhook_endpoints)
    const webhook = found(await this.#withinCap(principal, resumed))
    await this.#note(principal, 'webhook.resume', id, held)
    this.#deps.wakeup.ringOne(OUTBOX)
    return viewOfWebhook(webhook)
  }

  /** In steps between which mail flows. What comes meanwhile is not dropped. */
  async #dropHeld(accountId: string, id: string): Promise<void> {
    const until = await this.#store.lastSeq(accountId, id)
    while ((await this.#store.dropHeld(accountId, id, until, STEP)) === STEP);
  }

  /** Sends a test.ping and answers with what became of it, or with what is known of it when the signal aborts. */
  async test({ account }: Principal, id: string, signal: AbortSignal): Promise<DeliveryView> {
    const leave = this.#tests.enter(account.id)
    const seq = await this.#ping(account.id, id).catch((error: unknown) => {
      leave()
      throw error
    })
    // What is on its way goes on, whether its caller waits for it and keeps the endpoint or not.
    setTimeout(leave, this.#deps.policy.webhooks.timeoutMs).unref()
    // Armed before the sender hears of it: an end that comes at once is not lost.
    const bell = this.#deps.wakeup.listen([deliveryId(id, seq)], signal)
    this.#deps.wakeup.ringOne(OUTBOX)
    for (;;) {
      const rang = await bell.next()
      const delivery = await this.#store.delivery(account.id, id, seq)
      if (rang) leave()
      if (!delivery) throw noDelivery()
      if (!rang || delivery.attempts.length > 0) return viewOfDelivery(delivery)
    }
  }

  /** Longer than a test can take, in seconds. */
  get testSeconds(): number {
    return Math.ceil(this.#deps.policy.webhooks.timeoutMs / 1_000) + TEST_MARGIN_SECONDS
  }

  async #ping(accountId: string, id: string): Promise<number> {
    const data = { endpoint_id: id, message: 'This is a test: your endpoint can be reached.' }
    const seq = await this.#store.ping(accountId, id, JSON.stringify(data), this.#deps.clock.now())
    if (seq === null) throw noEndpoint()
    return seq
  }

  async deliveries(
    { account }: Principal,
    webhookId: string | null,
    page: Pick<DeliveryPage, 'before' | 'limit'>,
  ): Promise<readonly DeliveryView[]> {
    if (webhookId !== null) found(await this.#store.get(account.id, webhookId))
    const wish = { ...page, responseBytes: LISTED_RESPONSE_BYTES }
    return (await this.#store.deliveries(account.id, webhookId, wish)).map(viewOfDelivery)
  }

  async delivery({ account }: Principal, id: string): Promise<DeliveryView> {
    const place = parseDeliveryId(id)
    const delivery = place && (await this.#store.delivery(account.id, place.webhookId, place.seq))
    if (!delivery) throw noDelivery()
    return viewOfDelivery(delivery)
  }

  async redeliver(principal: Principal, id: string): Promise<DeliveryView> {
    const place = parseDeliveryId(id)
    const now = this.#deps.clock.now()
    const again = place && (await this.#store.redeliver(principal.account.id, place.webhookId, place.seq, now))
    if (!again) throw noDelivery()
    this.#deps.wakeup.ringOne(OUTBOX)
    return this.delivery(principal, id)
  }

  /** Every delivery in one of these states that came since then, in steps. Answers with how many. */
  async redeliverSince(
    { account }: Principal,
    id: string,
    wish: { readonly since: number; readonly states: readonly ('failed' | 'rejected')[] },
  ): Promise<number> {
    found(await this.#store.get(account.id, id))
    const now = this.#deps.clock.now()
    let before: number | null = (await this.#store.lastSeq(account.id, id)) + 1
    let count = 0
    while (before !== null) {
      const step: { count: number; next: number | null } = await this.#store.redeliverAll(account.id, id, {
        ...wish,
        before,
        now,
        limit: STEP,
      })
      count += step.count
      before = step.next
    }
    if (count > 0) this.#deps.wakeup.ringOne(OUTBOX)
    return count
  }

  /** Who changed what. Of a URL the host alone: the rest may hold a secret. */
  #note(principal: Principal, action: string, id: string, detail: string | null): Promise<void> {
    const note = makeNote(this.#deps.clock.now(), actorOf(principal), action, id, detail)
    return this.#deps.store.people.audit(principal.account.id, note)
  }

  #checkedUrl(url: string): string {
    const detail = this.#deps.policy.webhooks.checkUrl(url)
    if (detail === null) return url
    throw new DomainError('invalid_request', detail, { faults: [{ pointer: '/url', detail }] })
  }

  async #withinCap<T>(principal: Principal, work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw error instanceof DomainError && error.code === 'plan_required' ? this.#planRequired(principal) : error
    }
  }

  #planRequired({ account, plan }: Principal): DomainError {
    const has = plan.webhook_endpoints === 0 ? 'no webhooks' : `${plan.webhook_endpoints} webhook endpoints`
    const advice = planThatLifts(this.#deps.policy.plans, 'webhook_endpoints', account.plan)
    return new DomainError('plan_required', `Your ${account.plan} plan has ${has}. ${advice}`)
  }
}

function readFilter(filter: string | null): string | null {
  if (filter === null) return null
  try {
    return parseAddress(filter).text
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const detail = error.message
    throw new DomainError('invalid_request', detail, { faults: [{ pointer: '/inbox_filter', detail }] })
  }
}

function found<T>(thing: T | null): T {
  if (thing === null) throw noEndpoint()
  return thing
}

function noEndpoint(): DomainError {
  return new DomainError('not_found', 'You have no webhook endpoint of this id.')
}

function noDelivery(): DomainError {
  return new DomainError('not_found', 'There is no such delivery: it never was, or has left the log.')
}
