import type { Account, User } from './account.ts'
import type { ApiKey } from './api-key.ts'
import type { DomainError } from './domain-error.ts'
import type { LogEvent } from './event.ts'
import type { Inbox } from './inbox.ts'
import type { HeaderSummary, MessageRow, MessageText, Rendition, TlsInfo } from './message.ts'
import type { PlanName } from './plan.ts'

/** A body that the store keeps already, though no message refers to it yet. Forgotten if none ever does. */
export interface StagedBody {
  readonly staged: string
}

export interface Recipient {
  /** Normalised by `parseAddress`. */
  readonly address: string
  /**
   * What its account may store in all; reaching it exactly is allowed. Null where nobody has claimed the address.
   * Ignored where nobody owns the address by then.
   */
  readonly storedBytesCap: number | null
}

/** One mail with all its recipients. Either each of them has it afterwards, or none. */
export interface Arrival {
  readonly envelopeFrom: string
  readonly recipients: readonly Recipient[]
  readonly receivedAt: number
  readonly raw: Uint8Array | StagedBody
  readonly sizeBytes: number
  readonly summary: HeaderSummary
  readonly tls: TlsInfo | null
}

export interface Placed {
  readonly inboxId: string
  readonly accountId: string | null
  readonly seq: number
}

/** Per arrival: where it was put, in the order of its recipients, or why it was not taken. */
export type AppendOutcome = readonly Placed[] | DomainError

export interface Claim {
  readonly address: string
  readonly accountId: string
  readonly inboxCap: number
  readonly at: number
  /** Held mail that came before this moment has expired and is not handed over. */
  readonly heldSince: number
}

/** `claimed` is true for the one call that made the inbox the account's. */
export interface Claimed {
  readonly inbox: Inbox
  readonly claimed: boolean
}

export interface MessagePage {
  /** Only messages with a lower seq: newest first, this is the next page. */
  readonly before?: number
  /** Only messages with a higher seq. */
  readonly after?: number
  readonly limit: number
}

export interface NewAccount {
  readonly account: Account
  readonly user: User
  readonly key: NewKey | null
}

export interface NewKey {
  readonly key: ApiKey
  readonly hash: Uint8Array
}

export interface KeyHolder {
  readonly key: ApiKey
  readonly account: Account
}

export interface AccountListing extends Account {
  readonly email: string
}

export interface SweepRules {
  readonly now: number
  readonly heldTtlMs: number
  readonly retentionMs: Readonly<Record<PlanName, number>>
  /** At most so many messages in one step, so that mail is never kept waiting. */
  readonly limit: number
}

export interface Swept {
  readonly messages: number
  readonly inboxes: number
  /** True while there is more to do at once. */
  readonly more: boolean
}

/** Bounds of the mail that is kept for addresses that nobody has claimed. */
export interface HeldBounds {
  readonly maxBytes: number
  readonly maxPerAddress: number
}

export interface Store {
  createAccount(account: NewAccount): Promise<void>
  account(id: string): Promise<Account | null>
  /** In the order of their making; `after` is the id of the last one seen. */
  accounts(after: string | null, limit: number): Promise<readonly AccountListing[]>
  /** False where there is no such account. */
  setPlan(accountId: string, plan: PlanName): Promise<boolean>

  createKey(key: NewKey): Promise<void>
  keyByHash(hash: Uint8Array): Promise<KeyHolder | null>
  /** False where there is no such key. A key that is revoked already keeps its first moment. */
  revokeKey(keyId: string, at: number): Promise<boolean>
  /** Notes that these were used: keys by id, inboxes by id, each with the moment. */
  touch(keys: ReadonlyMap<string, number>, inboxes: ReadonlyMap<string, number>): Promise<void>

  inboxByAddress(address: string): Promise<Inbox | null>
  /**
   * Throws inbox_taken or, after that, inbox_limit_reached, and then changes nothing. Held mail keeps its inbox id and
   * seq; `createdAt` becomes the claim's moment. Emits inbox.created, then message.received for each held mail.
   */
  claim(claim: Claim): Promise<Claimed>

  /** Takes a body too large to hold in memory, piece by piece. A piece may be overwritten once the next is asked for. */
  stage(pieces: AsyncIterable<Uint8Array>): Promise<StagedBody>
  /**
   * One commit for the batch. Within an inbox `receivedAt` never goes backwards: it is raised to the last one where a
   * clock did. `raw` stays the caller's, and may be reused once this resolves. A mail for an unclaimed address that is
   * larger than all held mail may be is refused with storage_full. A refused arrival leaves no trace and does not touch its neighbours.
   */
  append(batch: readonly Arrival[]): Promise<readonly AppendOutcome[]>
  /** Newest first. */
  messages(inboxId: string, page: MessagePage): Promise<readonly MessageRow[]>
  /** Null where the message is gone. */
  raw(inboxId: string, seq: number): Promise<Uint8Array | null>
  /** For each seq the readable part of its rendition, without the cost of the rest; null as in `renditions`. */
  texts(inboxId: string, seqs: readonly number[]): Promise<readonly (MessageText | null)[]>
  /** For each seq its rendition, or null where none has been saved yet or the message is gone. */
  renditions(inboxId: string, seqs: readonly number[]): Promise<readonly (Rendition | null)[]>
  /** Saving for a message that is gone does nothing. */
  saveRendition(inboxId: string, seq: number, rendition: Rendition): Promise<void>

  /** Oldest first; `after` is the seq of the last event seen, 0 for the beginning. */
  events(accountId: string, after: number, limit: number): Promise<readonly LogEvent[]>

  sweep(rules: SweepRules): Promise<Swept>
  /** Rejects where the store cannot answer. */
  ping(): Promise<void>
  /** A consistent copy while everything runs. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}

export interface Bell {
  /**
   * True after a ring since the last call (or since `listen`), false once the signal has aborted. A bell has no other
   * end: whoever listens aborts the signal when done.
   */
  next(): Promise<boolean>
}

/** May lie and may be lost: whoever is woken reads the store, and whoever waits has a time-out. */
export interface Wakeup {
  ring(inboxIds: Iterable<string>): void
  listen(inboxId: string, signal: AbortSignal): Bell
}

export interface Allowance {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the window ends, rounded up. */
  readonly resetSeconds: number
}

/** A window of 60 s that begins with its first use. */
export interface Limiter {
  take(key: string, perMinute: number): Promise<Allowance>
}

export interface Clock {
  now(): number
}

/** Reads mail. Never rejects for what a sender wrote. */
export interface MimeReader {
  summarise(head: Uint8Array): HeaderSummary
  parse(raw: Uint8Array): Promise<Rendition>
}
