import type { FolderOwner, Mailbox, MarkedRow } from './mailbox.ts'

export interface RowPage {
  /** Only rows with a higher UID. */
  readonly after: number
  /** Only rows with a higher modSeq. */
  readonly changedSince: number
  readonly limit: number
}

export interface MarksChange {
  readonly mode: 'add' | 'remove' | 'replace'
  /** Null leaves it as it is. */
  readonly seen: boolean | null
  readonly flags: readonly string[]
  /** RFC 7162 §3.1.3: a message that changed after this modSeq is left alone. */
  readonly unchangedSince: number | null
}

export interface MarksOutcome {
  /** What they are now, of those that were there and could be changed. */
  readonly rows: readonly MarkedRow[]
  /** Those that somebody else changed in between. */
  readonly modified: readonly number[]
}

export interface Transfer {
  readonly from: string
  readonly uids: readonly number[]
  readonly to: string
  readonly mode: 'copy' | 'move'
  readonly at: number
  /** What the account may store in all. */
  readonly storedBytesCap: number
  /** As in Recipient. */
  readonly webhooks: boolean
}

export interface Transferred {
  /** Source and target UID of each that was there. */
  readonly pairs: readonly (readonly [from: number, to: number])[]
  readonly deliveriesDue: number
}

/** Inboxes and folders as a mail program sees them. Messages come by `append` and go by `deleteMessages` of the Store. */
export interface MailboxStore {
  /** Null where it is gone, or nobody has claimed it. */
  mailbox(id: string): Promise<Mailbox | null>
  /** In the order of their names. */
  folders(owner: FolderOwner): Promise<readonly Mailbox[]>
  folder(owner: FolderOwner, name: string): Promise<Mailbox | null>
  /** Throws conflict where there is one, not_found where its inbox is gone, and forbidden over the cap. */
  createFolder(owner: FolderOwner, name: string, at: number, cap: number): Promise<Mailbox>
  /** With all below it. Throws not_found, or conflict where a new name is taken. */
  renameFolder(owner: FolderOwner, from: string, to: string): Promise<void>
  /** Its messages go with it. False where there is none. */
  deleteFolder(owner: FolderOwner, name: string): Promise<boolean>

  /** In the order of their UIDs. */
  rows(id: string, page: RowPage): Promise<readonly MarkedRow[]>
  /** Rising, above `after`. */
  uids(id: string, after: number, limit: number): Promise<readonly number[]>
  /**
   * The first UID that no mail program has been told of as new: RFC 3501 §2.3.2. With `take`, those up to `through` count
   * as told from now on.
   */
  firstRecent(id: string, through: number, take: boolean): Promise<number>
  /** One transaction. */
  mark(id: string, uids: readonly number[], change: MarksChange): Promise<MarksOutcome>
  /** One transaction: throws inbox_full where there is no room for all of them, and not_found where either is gone. */
  transfer(transfer: Transfer): Promise<Transferred>

  /** The structure of a message as it was saved; null where it was not, or is gone. */
  structure(id: string, uid: number): Promise<string | null>
  /** Saving for a message that is gone does nothing. */
  saveStructure(id: string, uid: number, structure: string): Promise<void>

  /** The names that its mail programs subscribed to, in their order. */
  subscriptions(owner: FolderOwner): Promise<readonly string[]>
  subscribe(owner: FolderOwner, name: string, cap: number): Promise<void>
  unsubscribe(owner: FolderOwner, name: string): Promise<void>
}
