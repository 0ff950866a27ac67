import { DomainError } from '../../domain/domain-error.ts'
import type { Attempt, DeliveredEvent, Delivery, DeliveryState, SigningSecrets, Webhook } from '../../domain/webhook.ts'
import type { AttemptResult, DeliveryPlace } from '../../domain/webhook-store.ts'

export interface DeliveryRow {
  readonly seq: number
  readonly event: DeliveredEvent
  state: 'open' | 'delivered' | 'rejected' | 'failed' | 'dropped'
  readonly createdAt: number
  nextAttemptAt: number | null
  leased: boolean
  tried: number
  triedBefore: number
  manual: boolean
  data: string
  attempts: Attempt[]
}

export interface WebhookRow {
  webhook: Webhook
  secrets: SigningSecrets
  lastSeq: number
  lastAt: number
  /** When it was last given something to send: those that waited longest come first. */
  servedAt: number
  readonly deliveries: Map<number, DeliveryRow>
}

const ATTEMPTS_KEPT = 50

export function isActive({ webhook }: WebhookRow): boolean {
  return webhook.state === 'active'
}

export function isPing({ event }: DeliveryRow): boolean {
  return event === 'test.ping'
}

export function leases({ deliveries }: WebhookRow, now: number): DeliveryRow[] {
  return [...deliveries.values()].filter(({ leased, nextAttemptAt }) => leased && (nextAttemptAt ?? 0) > now)
}

export function add(row: WebhookRow, event: DeliveredEvent, at: number, data: string): number {
  const seq = ++row.lastSeq
  row.lastAt = Math.max(row.lastAt, at)
  row.deliveries.set(seq, {
    seq,
    event,
    state: 'open',
    createdAt: row.lastAt,
    nextAttemptAt: at,
    leased: false,
    tried: 0,
    triedBefore: 0,
    manual: event === 'test.ping',
    data,
    attempts: [],
  })
  return seq
}

export function close(delivery: DeliveryRow, state: DeliveryRow['state']): void {
  delivery.state = state
  delivery.nextAttemptAt = null
}

export function sendAgain(delivery: DeliveryRow, now: number): void {
  delivery.state = 'open'
  delivery.nextAttemptAt = now
  delivery.triedBefore = delivery.tried
  delivery.manual = true
}

export function keep(delivery: DeliveryRow, { attempt, outcome, data }: AttemptResult): void {
  const others = delivery.attempts.filter(({ number }) => number !== attempt.number)
  delivery.attempts = [...others, attempt].filter(({ number }) => number > attempt.number - ATTEMPTS_KEPT)
  delivery.tried = Math.max(delivery.tried, attempt.number)
  delivery.leased = false
  delivery.data = data ?? delivery.data
  // What its owner dropped meanwhile stays dropped, unless it arrived.
  if (delivery.state === 'dropped' && outcome !== 'delivered') return
  if (typeof outcome === 'string') close(delivery, outcome)
  else delivery.nextAttemptAt = outcome.retryAt
}

/** True where this attempt paused the endpoint. */
export function judge(row: WebhookRow, { attempt, verdict, outcome }: AttemptResult, pauseAt: number): boolean {
  const at = attempt.at + attempt.durationMs
  row.webhook = { ...row.webhook, ...(outcome === 'delivered' ? { lastSuccessAt: at } : { lastFailureAt: at }) }
  if (verdict === 'success') row.webhook = { ...row.webhook, consecutiveFailures: 0 }
  if (verdict !== 'failure') return false
  const consecutiveFailures = row.webhook.consecutiveFailures + 1
  const pauses = isActive(row) && consecutiveFailures >= pauseAt
  row.webhook = { ...row.webhook, consecutiveFailures, ...(pauses && { state: 'paused', pausedReason: 'failures' }) }
  return pauses
}

export function viewOf({ webhook }: WebhookRow, delivery: DeliveryRow, responseBytes: number): Delivery {
  const { seq, event, createdAt, data, attempts, nextAttemptAt } = delivery
  const state = stateOf(webhook, delivery)
  return {
    ...{ webhookId: webhook.id, seq, event, createdAt, data, state },
    nextAttemptAt: state === 'pending' || state === 'retrying' ? nextAttemptAt : null,
    attempts: attempts.map((one) => ({ ...one, response: one.response?.subarray(0, responseBytes) ?? null })),
  }
}

function stateOf(webhook: Webhook, { state, event, tried, triedBefore }: DeliveryRow): DeliveryState {
  if (state !== 'open') return state
  if (webhook.state === 'paused' && event !== 'test.ping') return 'held'
  return tried > triedBefore ? 'retrying' : 'pending'
}

export function newestFirst(a: DeliveryPlace, b: DeliveryPlace): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt
  if (a.webhookId !== b.webhookId) return a.webhookId < b.webhookId ? -1 : 1
  return b.seq - a.seq
}

export function requireActive(row: WebhookRow | undefined): WebhookRow | undefined {
  if (row && !isActive(row)) {
    throw new DomainError('conflict', 'This endpoint is paused, and gets nothing. Resume it first.')
  }
  return row
}
