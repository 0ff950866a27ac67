import type { Account } from '../../domain/account.ts'
import type { ApiKey, KeyRole } from '../../domain/api-key.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { EventType, LogEvent } from '../../domain/event.ts'
import type { AuditNote, NewUser, UserRecord } from '../../domain/people-store.ts'
import type { PlanName } from '../../domain/plan.ts'
import type { AccountListing, KeyHolder, NewAccount, NewKey } from '../../domain/ports.ts'

export type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export interface AccountState extends Mutable<AccountListing> {
  lastEventSeq: number
  events: LogEvent[]
  audit: AuditNote[]
}

export interface UserState extends Mutable<UserRecord> {
  totpStep: number
  recovery: Set<string>
}

/** Who there is, with which keys and what log. */
export class Directory {
  readonly #accounts = new Map<string, AccountState>()
  readonly #users = new Map<string, UserState>()
  readonly #keys = new Map<string, Mutable<ApiKey>>()
  readonly #keyIdsByHash = new Map<string, string>()

  create({ account, user, key }: NewAccount): void {
    this.#requireNewEmail(user)
    // The key is checked before anything is written: a refused account leaves nothing.
    if (key) this.#requireNewHash(key)
    const { id, plan, createdAt } = account
    this.#accounts.set(id, {
      id,
      plan,
      createdAt,
      suspendedAt: null,
      email: user.email,
      inboxCount: 0,
      storedBytes: 0,
      lastEventSeq: 0,
      events: [],
      audit: [],
    })
    this.addUser(user)
    if (key) this.createKey(key)
  }

  addUser(user: NewUser): void {
    this.#requireNewEmail(user)
    const email = user.email.toLowerCase()
    const secrets = { password: user.password ?? null, totp: null, totpStep: 0, recovery: new Set<string>() }
    this.#users.set(user.id, { ...user, email, ...secrets })
  }

  /** In the order of their making. */
  get users(): readonly UserState[] {
    return [...this.#users.values()]
  }

  user(id: string): UserState | undefined {
    return this.#users.get(id)
  }

  removeUser(id: string): void {
    this.#users.delete(id)
  }

  /** Its inboxes are to be gone by then. */
  removeAccount(id: string): void {
    for (const user of this.users) if (user.accountId === id) this.#users.delete(user.id)
    for (const key of this.keys(id)) this.#keys.delete(key.id)
    this.#accounts.delete(id)
  }

  account(id: string): Account | null {
    const found = this.#accounts.get(id)
    return found ? accountOf(found) : null
  }

  list(after: string | null, limit: number): AccountListing[] {
    const all = [...this.#accounts.values()]
    const start = all.findIndex((account) => account.id === after) + 1
    return all.slice(start, start + limit).map((account) => ({ ...accountOf(account), email: account.email }))
  }

  state(id: string): AccountState {
    const found = this.#accounts.get(id)
    if (!found) throw new DomainError('not_found', 'There is no such account.')
    return found
  }

  setPlan(id: string, plan: PlanName, note?: AuditNote): boolean {
    const found = this.#accounts.get(id)
    if (found) found.plan = plan
    this.note(id, note)
    return found !== undefined
  }

  note(accountId: string, note: AuditNote | undefined): void {
    if (note) this.#accounts.get(accountId)?.audit.push(note)
  }

  createKey(added: NewKey, note?: AuditNote): void {
    this.#requireNewHash(added)
    this.state(added.key.accountId)
    this.#keys.set(added.key.id, { ...added.key })
    this.#keyIdsByHash.set(hex(added.hash), added.key.id)
    this.note(added.key.accountId, note)
  }

  keyByHash(hash: Uint8Array): KeyHolder | null {
    const key = this.#keys.get(this.#keyIdsByHash.get(hex(hash)) ?? '')
    return key ? { key: { ...key }, account: accountOf(this.state(key.accountId)) } : null
  }

  keys(accountId: string): ApiKey[] {
    return [...this.#keys.values()].filter((key) => key.accountId === accountId).map((key) => ({ ...key }))
  }

  revokeKey(id: string, at: number, note?: AuditNote): boolean {
    const key = this.#keys.get(id)
    if (key && key.revokedAt === null) {
      key.revokedAt = at
      this.note(key.accountId, note)
    }
    return key !== undefined
  }

  /** The devices of a user do what the user can do. */
  setDeviceRole(userId: string, role: KeyRole): void {
    for (const key of this.#keys.values()) if (key.createdBy === userId && key.prefix === 'tkc_') key.role = role
  }

  touchKey(id: string, at: number): void {
    const key = this.#keys.get(id)
    if (key) key.lastUsedAt = Math.max(key.lastUsedAt ?? at, at)
  }

  emit(
    accountId: string,
    event: { type: EventType; at: number; inboxId: string; inbox: string; messageSeq: number | null },
  ): void {
    const account = this.state(accountId)
    account.lastEventSeq++
    account.events.push({ seq: account.lastEventSeq, ...event })
  }

  events(accountId: string, after: number, limit: number): LogEvent[] {
    const log = this.#accounts.get(accountId)?.events ?? []
    return log.filter((event) => event.seq > after).slice(0, limit)
  }

  lastEvent(accountId: string): number {
    return this.#accounts.get(accountId)?.lastEventSeq ?? 0
  }

  /** Of an inbox that is gone nobody needs to hear any more. */
  forgetInbox(accountId: string, inboxId: string): void {
    const account = this.state(accountId)
    account.events = account.events.filter((event) => event.inboxId !== inboxId)
  }

  /** Forgets each account's events that are older than its plan keeps them. */
  sweepEvents(now: number, retentionMs: Readonly<Record<PlanName, number>>): void {
    for (const account of this.#accounts.values()) {
      const since = now - retentionMs[account.plan]
      const kept = account.events.findIndex((event) => event.at >= since)
      if (kept !== 0) account.events = kept < 0 ? [] : account.events.slice(kept)
    }
  }

  sweepAudit(since: number): void {
    for (const account of this.#accounts.values()) account.audit = account.audit.filter((note) => note.at >= since)
  }

  #requireNewEmail({ email }: NewUser): void {
    if (!this.users.some((user) => user.email === email.toLowerCase())) return
    throw new DomainError('conflict', `There is a user with the e-mail address ${email} already.`)
  }

  #requireNewHash({ hash }: NewKey): void {
    if (this.#keyIdsByHash.has(hex(hash))) throw new DomainError('conflict', 'This key exists already.')
  }
}

export function accountOf({ id, plan, createdAt, inboxCount, storedBytes, suspendedAt }: AccountState): Account {
  return { id, plan, createdAt, inboxCount, storedBytes, suspendedAt }
}

export function hex(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('hex')
}
