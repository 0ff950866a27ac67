import assert from 'node:assert/strict'
import { newId } from '../../domain/ids.ts'
import type { Store } from '../../domain/ports.ts'
import type { Delivery, Webhook } from '../../domain/webhook.ts'
import type { AttemptResult, ClaimedDelivery, ClaimRules } from '../../domain/webhook-store.ts'
import { claim, mail, owner, put, T0 } from './scene.ts'

export const BOX = 'box@mayfly.test'

export function newWebhook(accountId: string, options: Partial<Webhook> = {}): Webhook {
  return {
    id: newId('whk'),
    accountId,
    url: 'https://receiver.test/hooks',
    description: '',
    events: ['message.received', 'inbox.created'],
    inboxFilter: null,
    state: 'active',
    pausedReason: null,
    consecutiveFailures: 0,
    createdAt: T0,
    lastSuccessAt: null,
    lastFailureAt: null,
    ...options,
  }
}

export async function addWebhook(store: Store, accountId: string, options: Partial<Webhook> = {}): Promise<string> {
  const webhook = newWebhook(accountId, options)
  await store.webhooks.create({ webhook, secret: 'whsec_c2VjcmV0', cap: 100 })
  return webhook.id
}

/** An account with an inbox, and an endpoint that was made after it. */
export async function subscribed(
  store: Store,
  options: Partial<Webhook> = {},
): Promise<{ account: string; webhook: string }> {
  const account = await owner(store, 'team')
  await claim(store, account, BOX)
  return { account, webhook: await addWebhook(store, account, options) }
}

export async function sendMails(store: Store, count: number, at = T0): Promise<void> {
  for (let n = 1; n <= count; n++) await put(store, mail(BOX, { at, subject: `mail ${n}` }))
}

export const LEASE = 45_000

export function claimDue(
  store: Store,
  now: number,
  rules: Partial<ClaimRules> = {},
): Promise<readonly ClaimedDelivery[]> {
  return store.webhooks.claimDue({
    ...{ now, until: now + LEASE, limit: 100, perEndpoint: 5, perFailingEndpoint: 1, perAccount: 50 },
    ...rules,
  })
}

export function resultOf(
  { webhookId, seq, attempt: number }: Pick<ClaimedDelivery, 'webhookId' | 'seq' | 'attempt'>,
  at: number,
  outcome: AttemptResult['outcome'],
  verdict?: AttemptResult['verdict'],
): AttemptResult {
  const status = outcome === 'delivered' ? 200 : 500
  return {
    webhookId,
    seq,
    attempt: { number, at, status, durationMs: 5, error: null, errorDetail: null, response: Buffer.from('so it goes') },
    outcome,
    verdict: verdict ?? (outcome === 'delivered' ? 'success' : 'failure'),
    data: null,
  }
}

/** Claims what is due and ends all of it in the same way. */
export async function endAll(store: Store, at: number, outcome: AttemptResult['outcome']): Promise<number> {
  const claims = await claimDue(store, at)
  await store.webhooks.record(
    claims.map((one) => resultOf(one, at, outcome)),
    10,
  )
  return claims.length
}

export async function states(store: Store, account: string, webhook: string): Promise<string[]> {
  const page = { before: null, limit: 1_000, responseBytes: 1_000 }
  const list = await store.webhooks.deliveries(account, webhook, page)
  return list.map(({ seq, state }) => `${seq} ${state}`)
}

export async function deliveryOf(store: Store, account: string, webhook: string, seq: number): Promise<Delivery> {
  const delivery = await store.webhooks.delivery(account, webhook, seq)
  assert.ok(delivery)
  return delivery
}
