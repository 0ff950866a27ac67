/** What a mail program has put on a message, beside that it was seen: RFC 3501 §2.3.2. */
export interface Marks {
  readonly seen: boolean
  /** `\Answered`, `\Flagged`, `\Deleted`, `\Draft` and keywords; never `\Seen`. In the order of their names. */
  readonly flags: readonly string[]
}

/** A message as a mail program sees it in a list. Its UID is its seq. */
export interface MarkedRow extends Marks {
  readonly uid: number
  /** Rises with each change in its mailbox: RFC 7162 §3.1. */
  readonly modSeq: number
  /** What IMAP calls INTERNALDATE: when it was received, or what the program that filed it said. */
  readonly internalDate: number
  readonly sizeBytes: number
}

/** An inbox or a folder as IMAP sees it. */
export interface Mailbox {
  /** Of the inbox, or of the folder: both are places for messages, and are numbered alike. */
  readonly id: string
  readonly accountId: string
  /** Of a folder; null for an inbox, whose name is its address. */
  readonly folder: string | null
  readonly address: string
  /** Never the same for two mailboxes that had the same name: RFC 3501 §2.3.1.1. */
  readonly uidValidity: number
  readonly lastUid: number
  /** The modSeq of its last change, 0 where there was none. */
  readonly modSeq: number
  /** The modSeq of the last change of marks: until it moves, the marks of known messages are as they were. */
  readonly marksModSeq: number
  readonly messageCount: number
  readonly unseenCount: number
  readonly storedBytes: number
  /** Of an inbox: when somebody last read it, to the minute. */
  readonly lastReadAt: number | null
}

/** Whose folders: those beside one inbox, or those of the account. */
export interface FolderOwner {
  readonly accountId: string
  readonly inboxId: string | null
}
