import type { Account } from './account.ts'
import type { ApiKey } from './api-key.ts'
import type { AuthResults, Peer } from './auth-results.ts'
import type { CertificateStore } from './certificate-store.ts'
import type { DomainError } from './domain-error.ts'
import type { DomainStore } from './domain-store.ts'
import type { LogEvent } from './event.ts'
import type { Inbox } from './inbox.ts'
import type { Marks } from './mailbox.ts'
import type { MailboxStore } from './mailbox-store.ts'
import type {
  Attachment,
  HeaderSummary,
  MessageRow,
  MessageText,
  Rendition,
  StoredMessage,
  TlsInfo,
} from './message.ts'
import type { AuditNote, NewUser, PeopleStore } from './people-store.ts'
import type { PlanName } from './plan.ts'
import type { WebhookStore } from './webhook-store.ts'

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
  /** Whether the plan of its account has webhooks: if not, no endpoint is told. */
  readonly webhooks: boolean
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
  /** Null where it did not come by SMTP. */
  readonly peer: Peer | null
  /** Where a mail program put it there. */
  readonly filed?: Filed
}

/** What a mail program says of a message that it puts somewhere. */
export interface Filed extends Marks {
  readonly internalDate: number | null
}

export interface Placed {
  readonly inboxId: string
  readonly accountId: string | null
  readonly seq: number
  /** How many webhook deliveries of it can be sent now. */
  readonly deliveriesDue: number
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
  /** As in Recipient. */
  readonly webhooks: boolean
  /** For a new inbox only. */
  readonly label?: string | null
  readonly expiresAt?: number | null
}

/** `claimed` is true for the one call that made the inbox the account's. */
export interface Claimed {
  readonly inbox: Inbox
  readonly claimed: boolean
  /** As in Placed. */
  readonly deliveriesDue: number
}

export interface MessagePage {
  /** Only messages with a lower seq: newest first, this is the next page. */
  readonly before?: number
  /** Only messages with a higher seq. */
  readonly after?: number
  readonly limit: number
}

/** Where an inbox stands among those of its account: also after it is gone. */
export interface InboxPlace {
  readonly createdAt: number
  readonly id: string
}

/** What is left out stays as it is. */
export interface InboxChange {
  readonly label?: string | null
  readonly expiresAt?: number | null
}

export interface NewAccount {
  readonly account: Account
  readonly user: NewUser
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

/** A request that must have its effect once, however often it is sent. */
export interface OnceAttempt {
  readonly accountId: string
  /** The client's own name for it. */
  readonly key: string
  /** Of all that was asked: the same name for something else is a mistake. */
  readonly fingerprint: string
  readonly at: number
  /** What was begun before this moment and never finished is anybody's again. */
  readonly abandonedBefore: number
  /** What is older than this moment is forgotten. */
  readonly forgottenBefore: number
}

/** An earlier request of the same name; `answer` is null while it is still being carried out. */
export interface OnceRecord {
  readonly fingerprint: string
  readonly answer: Uint8Array | null
}

/** The right to do alone what only one node is to do. */
export interface Lease {
  readonly name: string
  readonly holder: string
  readonly at: number
  readonly until: number
}

export interface SweepRules {
  readonly now: number
  readonly heldTtlMs: number
  readonly retentionMs: Readonly<Record<PlanName, number>>
  /** How long the log of deliveries is kept, where the plan does not keep it for less. */
  readonly deliveryLogMs: number
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
  readonly webhooks: WebhookStore
  readonly mailboxes: MailboxStore
  readonly domains: DomainStore
  /** Users, how they sign in, and what they have changed. */
  readonly people: PeopleStore
  /** Those that we order ourselves. */
  readonly certificates: CertificateStore

  createAccount(account: NewAccount): Promise<void>
  account(id: string): Promise<Account | null>
  /** In the order of their making; `after` is the id of the last one seen. */
  accounts(after: string | null, limit: number): Promise<readonly AccountListing[]>
  /** Endpoints above the new cap are paused. False where there is no such account. */
  setPlan(accountId: string, plan: PlanName, webhookCap: number, note?: AuditNote): Promise<boolean>

  createKey(key: NewKey, note?: AuditNote): Promise<void>
  keyByHash(hash: Uint8Array): Promise<KeyHolder | null>
  /** False where there is no such key. A key that is revoked already keeps its first moment. */
  revokeKey(keyId: string, at: number, note?: AuditNote): Promise<boolean>
  /** Notes that these were used: keys by id, inboxes by id, each with the moment. */
  touch(keys: ReadonlyMap<string, number>, inboxes: ReadonlyMap<string, number>): Promise<void>

  /** In the order of their making, revoked ones too. */
  keys(accountId: string): Promise<readonly ApiKey[]>

  inboxByAddress(address: string): Promise<Inbox | null>
  inboxById(id: string): Promise<Inbox | null>
  /** Of one account, in the order in which they became its own; `after` is the place of the last one seen. */
  inboxes(accountId: string, after: InboxPlace | null, limit: number): Promise<readonly Inbox[]>
  /** Null where it is gone. */
  updateInbox(inboxId: string, change: InboxChange): Promise<Inbox | null>
  /** The address is free at once and nothing in it can be read any more. False where it is gone already. */
  deleteInbox(inboxId: string): Promise<boolean>
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
  message(inboxId: string, seq: number): Promise<StoredMessage | null>
  /** How many of these were there. A long list is best given in parts, between which mail flows. */
  deleteMessages(inboxId: string, seqs: readonly number[]): Promise<number>
  /** False where the message is gone. */
  markSeen(inboxId: string, seq: number, seen: boolean): Promise<boolean>
  /** True for the one call that gets the message, however many ask at the same moment. */
  claimMessage(inboxId: string, seq: number, at: number): Promise<boolean>
  /** Null where the message is gone. */
  raw(inboxId: string, seq: number): Promise<Uint8Array | null>
  /** For each seq the readable part of its rendition, without the cost of the rest; null as in `renditions`. */
  texts(inboxId: string, seqs: readonly number[]): Promise<readonly (MessageText | null)[]>
  /** For each seq its rendition, or null where none has been saved yet or the message is gone. */
  renditions(inboxId: string, seqs: readonly number[]): Promise<readonly (Rendition | null)[]>
  /** Saving for a message that is gone does nothing. */
  saveRendition(inboxId: string, seq: number, rendition: Rendition): Promise<void>
  /** Saving for a message that is gone does nothing. What was saved before is replaced. */
  saveAuth(inboxId: string, seq: number, auth: AuthResults): Promise<void>

  /** The seq of the newest event, 0 where there is none. */
  lastEvent(accountId: string): Promise<number>
  /** Oldest first; `after` is the seq of the last event seen, 0 for the beginning. */
  events(accountId: string, after: number, limit: number): Promise<readonly LogEvent[]>

  /** Null where this call is the one that carries it out. */
  beginOnce(attempt: OnceAttempt): Promise<OnceRecord | null>
  /** Keeps the answer for those who ask again; null forgets the attempt, so that it can be made anew. */
  endOnce(accountId: string, key: string, answer: Uint8Array | null): Promise<void>

  sweep(rules: SweepRules): Promise<Swept>
  /** True where it is the holder's until then: it was already, nobody had it, or the one who did let it run out. */
  takeLease(lease: Lease): Promise<boolean>
  /** Does nothing where another has it. */
  endLease(name: string, holder: string): Promise<void>
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
  /**
   * By the id of an inbox for its mail, by that of an account for its log. Wakes in the order given, on every node that
   * shares the store.
   */
  ring(ids: Iterable<string>): void
  /** For work that whoever hears of it takes on: other nodes are told only where nobody here listens. */
  ringOne(id: string): void
  /** For whoever waits in a loop of its own: each of the ids wakes it. */
  listen(ids: readonly string[], signal: AbortSignal): Bell
  /** For the many that only wait: they are called, at each ring, and cost neither a signal nor a promise. */
  watch(id: string, watcher: Watcher): void
  unwatch(id: string, watcher: Watcher): void
}

export interface Watcher {
  ring(): void
}

export interface Allowance {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the window ends, rounded up. */
  readonly resetSeconds: number
}

/** A window of 60 s that begins with its first use, the same one for every node. */
export interface Limiter {
  take(key: string, perMinute: number): Promise<Allowance>
}

/** Of which each key has so many, over all nodes. */
export interface Seats {
  /** Null where all are taken. Else call what it gives once, to leave. */
  take(key: string, count: number): Promise<(() => void) | null>
  taken(key: string): Promise<number>
}

export interface Clock {
  now(): number
}

export interface AttachmentContent extends Attachment {
  readonly content: Uint8Array
}

/** Reads mail. Never rejects for what a sender wrote. */
export interface MimeReader {
  summarise(head: Uint8Array): HeaderSummary
  /** Somebody is about to read: the first mail need not wait until everything is ready for it. */
  prepare(): void
  parse(raw: Uint8Array): Promise<Rendition>
  /** What IMAP tells of it without its text, as it is kept. */
  structure(raw: Uint8Array): Promise<string>
  /** Null where there is no such part. */
  attachment(raw: Uint8Array, index: number): Promise<AttachmentContent | null>
  /** A whole document that is safe to show, its own images in it, remote ones only where asked for. */
  safeHtml(raw: Uint8Array, rendition: Rendition, remote: boolean): Promise<string>
}

/** What a check must know of a mail beside its source. */
export interface MailOrigin {
  readonly peer: Peer | null
  readonly envelopeFrom: string
}

/** Finds out whether a mail is from whom it says it is from. Never rejects for what a sender or a name server says. */
export interface MailAuthenticator {
  /** The results where no question is to be asked of anybody; null where `check` must look. */
  glance(origin: MailOrigin, rendition: Rendition): AuthResults | null
  /**
   * `read` is called when its turn has come. Null where the source is gone, and where nothing could be found out, which
   * may be otherwise later.
   */
  check(origin: MailOrigin, sizeBytes: number, read: () => Promise<Uint8Array | null>): Promise<AuthResults | null>
}
