import type { SigningSecrets } from '../../domain/webhook.ts'
import type { Queries } from './database.ts'

/** What a sender must know of an endpoint. */
export interface Target extends SigningSecrets {
  readonly url: string
}

export interface DueWebhook extends Target {
  readonly accountId: string
  readonly id: string
  readonly dueAt: number | null
  readonly failing: boolean
}

export const TARGET = 'url, secret AS current, previous_secret AS previous, previous_until'

/** One by one in the given order, each found by its key. */
export function lockWebhooks(
  tx: Queries,
  places: readonly { readonly accountId: string; readonly id: string }[],
  where: 'SKIP LOCKED' | '',
): Promise<DueWebhook[]> {
  return tx.all<DueWebhook>(
    `SELECT w.* FROM unnest($1::text[], $2::text[]) AS place (account_id, id) CROSS JOIN LATERAL (
       SELECT account_id, id, due_at, consecutive_failures > 0 AS failing, ${TARGET} FROM webhook
       WHERE account_id = place.account_id AND id = place.id AND NOT gone FOR UPDATE ${where}) AS w`,
    places.map(({ accountId }) => accountId),
    places.map(({ id }) => id),
  )
}

/** The order in which endpoints are locked everywhere. */
export function byPlace(a: { accountId: string; id: string }, b: { accountId: string; id: string }): number {
  if (a.accountId !== b.accountId) return a.accountId < b.accountId ? -1 : 1
  return a.id < b.id ? -1 : 1
}
