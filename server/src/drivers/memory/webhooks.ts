import { DomainError } from '../../domain/domain-error.ts'
import type { EventType } from '../../domain/event.ts'
import type { Delivery, PauseReason, SigningSecrets, Webhook } from '../../domain/webhook.ts'
import type * as ports from '../../domain/webhook-store.ts'
import {
  add,
  close,
  type DeliveryRow,
  isActive,
  isPing,
  judge,
  keep,
  leases,
  newestFirst,
  requireActive,
  sendAgain,
  viewOf,
  type WebhookRow,
} from './webhook-rows.ts'

/** Endpoints and their deliveries. Nothing here waits, so each call is a transaction. */
export class MemoryWebhooks implements ports.WebhookStore {
  readonly #rows = new Map<string, WebhookRow>()

  /** For the event's own transaction. Answers with how many can be sent now. */
  announce(accountId: string, event: EventType, inbox: string, at: number, data: () => object): number {
    const wanted = this.#of(accountId).filter(
      ({ webhook: { pausedReason, events, inboxFilter } }) =>
        pausedReason !== 'plan' && events.includes(event) && (inboxFilter === null || inboxFilter === inbox),
    )
    for (const row of wanted) add(row, event, at, JSON.stringify(data()))
    return wanted.filter(isActive).length
  }

  removeAccount(accountId: string): void {
    for (const { webhook } of this.#of(accountId)) this.#rows.delete(webhook.id)
  }

  pauseOverCap(accountId: string, cap: number): void {
    for (const row of this.#of(accountId).slice(cap)) {
      if (isActive(row)) row.webhook = { ...row.webhook, state: 'paused', pausedReason: 'plan' }
    }
  }

  sweep(keptSince: (accountId: string) => number): void {
    for (const { webhook, deliveries } of this.#rows.values()) {
      const since = keptSince(webhook.accountId)
      for (const { seq, createdAt } of deliveries.values()) if (createdAt < since) deliveries.delete(seq)
    }
  }

  async create({ webhook, secret, cap }: ports.NewWebhook): Promise<void> {
    if (this.#of(webhook.accountId).length >= cap) throw overCap()
    this.#rows.set(webhook.id, {
      webhook,
      secrets: { current: secret, previous: null, previousUntil: null },
      lastSeq: 0,
      lastAt: 0,
      servedAt: 0,
      deliveries: new Map(),
    })
  }

  async get(accountId: string, id: string): Promise<Webhook | null> {
    return this.#own(accountId, id)?.webhook ?? null
  }

  async list(accountId: string): Promise<readonly Webhook[]> {
    return this.#of(accountId).map(({ webhook }) => webhook)
  }

  async update(accountId: string, id: string, change: ports.WebhookChange): Promise<Webhook | null> {
    const row = this.#own(accountId, id)
    if (row) row.webhook = { ...row.webhook, ...change }
    return row?.webhook ?? null
  }

  async delete(accountId: string, id: string): Promise<boolean> {
    return this.#own(accountId, id) !== undefined && this.#rows.delete(id)
  }

  async secrets(accountId: string, id: string): Promise<SigningSecrets | null> {
    return this.#own(accountId, id)?.secrets ?? null
  }

  async rotate(accountId: string, id: string, secrets: SigningSecrets): Promise<boolean> {
    const row = this.#own(accountId, id)
    if (row) row.secrets = secrets
    return row !== undefined
  }

  async pause(accountId: string, id: string, reason: PauseReason): Promise<Webhook | null> {
    const row = this.#own(accountId, id)
    if (row && isActive(row)) row.webhook = { ...row.webhook, state: 'paused', pausedReason: reason }
    return row?.webhook ?? null
  }

  async resume(accountId: string, id: string, _now: number, cap: number): Promise<Webhook | null> {
    const row = this.#own(accountId, id)
    if (!row) return null
    if (this.#of(accountId).filter((other) => other !== row && isActive(other)).length >= cap) throw overCap()
    row.webhook = { ...row.webhook, state: 'active', pausedReason: null, consecutiveFailures: 0 }
    return row.webhook
  }

  async dropHeld(accountId: string, id: string, until: number, limit: number): Promise<number> {
    const row = this.#own(accountId, id)
    if (!row || isActive(row)) return 0
    const held = [...row.deliveries.values()].filter(
      ({ seq, state, leased, event }) => state === 'open' && !leased && event !== 'test.ping' && seq <= until,
    )
    for (const delivery of held.slice(0, limit)) close(delivery, 'dropped')
    return Math.min(held.length, limit)
  }

  async lastSeq(accountId: string, id: string): Promise<number> {
    return this.#own(accountId, id)?.lastSeq ?? 0
  }

  async ping(accountId: string, id: string, data: string, now: number): Promise<number | null> {
    const row = this.#own(accountId, id)
    if (!row) return null
    if ([...row.deliveries.values()].some(({ event, state }) => event === 'test.ping' && state === 'open')) {
      throw new DomainError('conflict', 'A test of this endpoint is under way. Wait until it has ended.')
    }
    return add(row, 'test.ping', now, data)
  }

  async redeliver(accountId: string, webhookId: string, seq: number, now: number): Promise<boolean> {
    const row = requireActive(this.#own(accountId, webhookId))
    const delivery = row?.deliveries.get(seq)
    if (delivery?.leased) throw new DomainError('conflict', 'This delivery is being sent right now.')
    if (delivery) sendAgain(delivery, now)
    return delivery !== undefined
  }

  async redeliverAll(
    accountId: string,
    webhookId: string,
    wish: Parameters<ports.WebhookStore['redeliverAll']>[2],
  ): Promise<{ count: number; next: number | null }> {
    const row = requireActive(this.#own(accountId, webhookId))
    const looked = [...(row?.deliveries.values() ?? [])]
      .filter(({ seq, createdAt }) => seq < wish.before && createdAt >= wish.since)
      .reverse()
      .slice(0, wish.limit)
    const states: readonly string[] = wish.states
    const chosen = looked.filter(({ state, event }) => states.includes(state) && event !== 'test.ping')
    for (const delivery of chosen) sendAgain(delivery, wish.now)
    return { count: chosen.length, next: looked.length < wish.limit ? null : (looked.at(-1)?.seq ?? null) }
  }

  async delivery(accountId: string, webhookId: string, seq: number): Promise<Delivery | null> {
    const row = this.#own(accountId, webhookId)
    const delivery = row?.deliveries.get(seq)
    return row && delivery ? viewOf(row, delivery, Number.POSITIVE_INFINITY) : null
  }

  async deliveries(
    accountId: string,
    webhookId: string | null,
    page: ports.DeliveryPage,
  ): Promise<readonly Delivery[]> {
    const rows = this.#of(accountId).filter(({ webhook }) => webhookId === null || webhook.id === webhookId)
    const all = rows.flatMap((row) => [...row.deliveries.values()].map((one) => viewOf(row, one, page.responseBytes)))
    const { before } = page
    return all
      .sort(newestFirst)
      .filter((delivery) => before === null || newestFirst(before, delivery) < 0)
      .slice(0, page.limit)
  }

  async claimDue(rules: ports.ClaimRules): Promise<readonly ports.ClaimedDelivery[]> {
    const due = [...this.#rows.values()].sort((a, b) => a.servedAt - b.servedAt)
    const claimed: ports.ClaimedDelivery[] = due.flatMap((row) => this.#claim(row, rules, rules.limit, isPing))
    for (const row of due.filter(isActive)) {
      const own = row.webhook.consecutiveFailures > 0 ? rules.perFailingEndpoint : rules.perEndpoint
      const account = this.#of(row.webhook.accountId).flatMap((other) => leases(other, rules.now))
      const mine = leases(row, rules.now).filter((lease) => !isPing(lease))
      const room = Math.min(rules.limit - claimed.length, own - mine.length, rules.perAccount - account.length)
      claimed.push(...this.#claim(row, rules, room, (delivery) => !isPing(delivery)))
    }
    return claimed
  }

  #claim(
    row: WebhookRow,
    { now, until }: ports.ClaimRules,
    room: number,
    fits: (delivery: DeliveryRow) => boolean,
  ): ports.ClaimedDelivery[] {
    const due = [...row.deliveries.values()]
      .filter((delivery) => delivery.state === 'open' && (delivery.nextAttemptAt ?? 0) <= now && fits(delivery))
      .sort((a, b) => (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0))
      .slice(0, Math.max(0, room))
    if (due.length > 0) row.servedAt = now
    return due.map((delivery) => {
      delivery.leased = true
      delivery.nextAttemptAt = until
      const { id: webhookId, accountId, url } = row.webhook
      const { seq, event, data, manual, tried, triedBefore } = delivery
      const count = { attempt: tried + 1, sinceStart: tried - triedBefore + 1 }
      return { webhookId, accountId, url, seq, event, data, manual, secrets: row.secrets, ...count }
    })
  }

  async record(
    results: readonly ports.AttemptResult[],
    pauseAt: number,
  ): Promise<readonly { readonly webhookId: string; readonly accountId: string }[]> {
    return results.flatMap((result) => {
      const row = this.#rows.get(result.webhookId)
      const delivery = row?.deliveries.get(result.seq)
      if (!row || !delivery) return []
      if (result.attempt.number <= delivery.tried && result.outcome !== 'delivered') return []
      keep(delivery, result)
      return judge(row, result, pauseAt) ? [{ webhookId: row.webhook.id, accountId: row.webhook.accountId }] : []
    })
  }

  async release(claims: readonly Pick<ports.ClaimedDelivery, 'webhookId' | 'seq'>[], now: number): Promise<void> {
    for (const { webhookId, seq } of claims) {
      const delivery = this.#rows.get(webhookId)?.deliveries.get(seq)
      if (!delivery?.leased) continue
      delivery.leased = false
      delivery.nextAttemptAt = now
    }
  }

  async nextDue(): Promise<number | null> {
    const moments = [...this.#rows.values()].flatMap((row) =>
      [...row.deliveries.values()]
        .filter((delivery) => delivery.state === 'open' && (isActive(row) || isPing(delivery)))
        .map(({ nextAttemptAt }) => nextAttemptAt ?? 0),
    )
    return moments.length === 0 ? null : Math.min(...moments)
  }

  async backlog(): Promise<ports.Backlog> {
    const open = (rows: readonly WebhookRow[]) =>
      rows.flatMap((row) => [...row.deliveries.values()]).filter(({ state }) => state === 'open').length
    const rows = [...this.#rows.values()]
    return { open: open(rows.filter(isActive)), held: open(rows.filter((row) => !isActive(row))) }
  }

  #of(accountId: string): WebhookRow[] {
    return [...this.#rows.values()].filter(({ webhook }) => webhook.accountId === accountId)
  }

  #own(accountId: string, id: string): WebhookRow | undefined {
    const row = this.#rows.get(id)
    return row?.webhook.accountId === accountId ? row : undefined
  }
}

function overCap(): DomainError {
  return new DomainError('plan_required', 'The plan has no place for another endpoint.')
}
