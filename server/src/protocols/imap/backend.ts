import type { FlagChange } from './flags.ts'
import type { Structure } from './structure/structure.ts'

export type { FlagChange } from './flags.ts'
export type { ResponseCode } from './refusal.ts'
export { Refusal } from './refusal.ts'

// What the session asks of the world. Every method may refuse by throwing a Refusal, which the client hears as NO with
// its code; any other error is NO [SERVERBUG], and the owner of the session is told. Names of mailboxes are Unicode;
// the one that every account has is 'INBOX', in capitals.

export interface Credentials {
  readonly user: string
  readonly secret: string
  readonly mechanism: 'LOGIN' | 'PLAIN'
  readonly tls: boolean
}

export interface Backend {
  /** Refuses with AUTHENTICATIONFAILED, and takes the time that it wants the guess to cost. */
  login(credentials: Credentials): Promise<Account>
}

export interface MailboxInfo {
  readonly name: string
  readonly subscribed: boolean
  /** A subscription may outlive its mailbox (RFC 3501 §6.3.6). */
  readonly exists: boolean
}

export type StatusItem =
  | 'MESSAGES'
  | 'RECENT'
  | 'UIDNEXT'
  | 'UIDVALIDITY'
  | 'UNSEEN'
  | 'HIGHESTMODSEQ' // RFC 7162 §3.1.7
  | 'SIZE' // RFC 8438 §3

export interface Upload {
  readonly flags: readonly string[]
  /** Milliseconds since 1970; null: now. */
  readonly internalDate: number | null
  readonly size: number
  /**
   * Exactly `size` bytes, as views of what was received: copy what is kept. It throws when the client goes away or the
   * command turns out to be malformed; then nothing is kept.
   */
  readonly message: AsyncIterable<Uint8Array>
}

/** RFC 4315 §3: where a message went. UIDs are given once: nobody gets one again that somebody has had. */
export interface Appended {
  readonly uidValidity: number
  readonly uid: number
}

export interface Copied {
  readonly uidValidity: number
  /** Pairs of the UID here and the UID there, ascending; messages that were gone are left out. */
  readonly pairs: readonly (readonly [from: number, to: number])[]
}

export interface Account {
  /** Every mailbox is opened READ-ONLY, and nothing can be created, renamed, deleted or appended. */
  readonly readOnly: boolean
  list(): Promise<readonly MailboxInfo[]>
  create(name: string): Promise<void>
  delete(name: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  subscribe(name: string): Promise<void>
  unsubscribe(name: string): Promise<void>
  /** Refuses with NONEXISTENT. */
  status(name: string, items: readonly StatusItem[]): Promise<Readonly<Partial<Record<StatusItem, number>>>>
  /** Refuses with NONEXISTENT. */
  open(name: string): Promise<Mailbox>
  /** Refuses with TRYCREATE before the first byte of the message is read. */
  append(name: string, upload: Upload): Promise<Appended>
}

/** A message as lists show it. A row never changes: another moment of the message is another row. */
export interface Row {
  readonly uid: number
  readonly flags: readonly string[]
  /** RFC 7162 §3.1: rises with every change, and no two changes of a mailbox at different moments share one. */
  readonly modSeq: number
  /** Milliseconds since 1970. */
  readonly internalDate: number
  readonly size: number
}

export interface Snapshot {
  /** By UID, ascending. */
  readonly rows: readonly Row[]
  /** At least 1. Everything up to it is in the rows, nothing after it. */
  readonly modSeq: number
  readonly uidNext: number
}

export interface Changes {
  /** Rows that are new or different, by UID, ascending. A new one has a higher UID than all that came before it. */
  readonly changed: readonly Row[]
  readonly vanished: readonly number[]
  readonly modSeq: number
}

export interface Stored {
  /** What now has the flags as asked. A message that is gone is left out; one that had them before keeps its row. */
  readonly rows: readonly Row[]
  /** Those that were changed after `unchangedSince`, and are left as they are. */
  readonly modified: readonly number[]
}

export interface HeaderField {
  readonly name: string
  /** Unfolded, encoded words decoded. */
  readonly value: string
}

export interface Watcher {
  ring(): void
}

/** One mailbox, as one session has it open. */
export interface Mailbox {
  readonly uidValidity: number
  readonly readOnly: boolean
  snapshot(): Promise<Snapshot>
  /** null: the mailbox is no more. */
  changesSince(modSeq: number): Promise<Changes | null>
  /** From now on the watcher is rung whenever something may have changed. It may be rung for nothing. */
  watch(watcher: Watcher): void
  unwatch(watcher: Watcher): void
  /**
   * The first UID that no session has been told of as \Recent. With `take`, everything up to `through` counts as told
   * from now on (RFC 3501 §2.3.2).
   */
  firstRecent(through: number, take: boolean): Promise<number>
  /** null: the message is gone. With `first`, so many of its first bytes are enough. */
  raw(uid: number, first?: number): Promise<Uint8Array | null>
  structure(uid: number): Promise<Structure | null>
  /** The fields of the message's own header, for SEARCH. */
  headers(uid: number): Promise<readonly HeaderField[] | null>
  /** The text of the body, decoded, for SEARCH. */
  text(uid: number): Promise<string | null>
  storeFlags(
    uids: readonly number[],
    change: FlagChange,
    flags: readonly string[],
    unchangedSince?: number,
  ): Promise<Stored>
  /** Removes what has \Deleted: among these, or in the whole mailbox. */
  expunge(uids: readonly number[] | null): Promise<void>
  /** All or none. Refuses with TRYCREATE. */
  copy(uids: readonly number[], target: string): Promise<Copied>
  move(uids: readonly number[], target: string): Promise<Copied>
  /** The session has left it. */
  close(): void
}
