import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Account } from '../../domain/account.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { ErrorCode } from '../../domain/error-code.ts'
import { newId } from '../../domain/ids.ts'
import type { PlanName } from '../../domain/plan.ts'
import type {
  AppendOutcome,
  Arrival,
  Claimed,
  HeldBounds,
  NewAccount,
  NewKey,
  Placed,
  StagedBody,
  Store,
} from '../../domain/ports.ts'

export interface Opened {
  readonly store: Store
  /** Closes the store and opens the same data again. Absent where nothing outlives a close. */
  readonly reopen?: () => Promise<Store>
  /** Clears away what the store leaves behind. The suite has closed the store by then. */
  readonly done?: () => Promise<void>
}

export type OpenStore = (held: HeldBounds) => Promise<Opened>
export type Play = (store: Store) => Promise<void>

/** Every moment of the suite is counted from here: no test reads a clock. */
export const T0 = 1_750_000_000_000
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Bounds that no test meets by accident. */
export const ROOMY: HeldBounds = { maxBytes: 1024 ** 3, maxPerAddress: 1_000 }

export async function withStore(open: OpenStore, held: HeldBounds, play: Play): Promise<void> {
  const { store, done } = await open(held)
  try {
    await play(store)
  } finally {
    await store.close()
    await done?.()
  }
}

export function scenario(open: OpenStore, title: string, play: Play, held: HeldBounds = ROOMY): void {
  test(title, () => withStore(open, held, play))
}

export function newKey(accountId: string, at = T0): NewKey {
  const key = {
    id: newId('key'),
    accountId,
    name: 'ci',
    prefix: 'tk_',
    last4: 'wxyz',
    scope: 'full',
    role: 'admin',
    createdAt: at,
    createdBy: null,
    lastUsedAt: null,
    revokedAt: null,
  } as const
  return { key, hash: new Uint8Array(randomBytes(32)) }
}

export function newAccount(options: { plan?: PlanName; email?: string; at?: number } = {}): NewAccount & {
  readonly key: NewKey
} {
  const { plan = 'free', at = T0 } = options
  const id = newId('acc')
  const email = options.email ?? `${id}@owner.test`
  return {
    account: { id, plan, createdAt: at, inboxCount: 0, storedBytes: 0, suspendedAt: null },
    user: { id: newId('usr'), accountId: id, email, role: 'owner', createdAt: at },
    key: newKey(id, at),
  }
}

/** The id of an account that is in the store. */
export async function owner(store: Store, plan: PlanName = 'free'): Promise<string> {
  const made = newAccount({ plan })
  await store.createAccount(made)
  return made.account.id
}

export async function accountOf(store: Store, id: string): Promise<Account> {
  const account = await store.account(id)
  assert.ok(account)
  return account
}

export function claim(
  store: Store,
  accountId: string,
  address: string,
  options: { at?: number; cap?: number; heldSince?: number; webhooks?: boolean } = {},
): Promise<Claimed> {
  const { at = T0, cap = 100, heldSince = at - HOUR, webhooks = true } = options
  return store.claim({ address, accountId, inboxCap: cap, at, heldSince, webhooks })
}

export interface MailOptions {
  readonly at?: number
  readonly size?: number
  readonly raw?: Uint8Array | StagedBody
  readonly cap?: number | null
  readonly subject?: string
  readonly webhooks?: boolean
}

/** Its bytes are easily compressed, so that a store that counts what it keeps and not what came is found out. */
export function mail(to: string | readonly string[], options: MailOptions = {}): Arrival {
  const { at = T0, size = 100, cap = null, subject = 'Hello', webhooks = true } = options
  const { raw = new Uint8Array(size).fill(97) } = options
  const addresses = typeof to === 'string' ? [to] : to
  return {
    envelopeFrom: 'bounce@sender.test',
    recipients: addresses.map((address) => ({ address, storedBytesCap: cap, webhooks })),
    receivedAt: at,
    raw,
    sizeBytes: raw instanceof Uint8Array ? raw.length : size,
    summary: { from: 'ann@sender.test', fromName: 'Ann', to: addresses, subject, receivedCount: 1 },
    tls: null,
    peer: null,
  }
}

export async function put(store: Store, arrival: Arrival): Promise<readonly Placed[]> {
  const [outcome] = await store.append([arrival])
  return placed(outcome)
}

export function placed(outcome: AppendOutcome | undefined): readonly Placed[] {
  assert.ok(outcome)
  if (outcome instanceof DomainError) throw outcome
  return outcome
}

export function assertRefused(outcome: AppendOutcome | undefined, code: ErrorCode): void {
  assert.ok(outcome instanceof DomainError, 'the arrival should have been refused')
  assert.equal(outcome.code, code)
}

export async function rejectsWith(code: ErrorCode, call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof DomainError, `a DomainError was expected, not ${error}`)
    assert.equal(error.code, code)
    return true
  })
}

export async function seqs(store: Store, inboxId: string): Promise<number[]> {
  const rows = await store.messages(inboxId, { limit: 10_000 })
  return rows.map((row) => row.seq)
}

/** As a reader of events sees it: `inbox.created` or `message.received 3`. */
export async function eventLines(store: Store, accountId: string): Promise<string[]> {
  const events = await store.events(accountId, 0, 10_000)
  return events.map((event) => (event.messageSeq === null ? event.type : `${event.type} ${event.messageSeq}`))
}
