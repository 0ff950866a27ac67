export interface Inbox {
  readonly id: string
  readonly address: string
  /** Null while nobody has claimed the address and its mail is only held. */
  readonly accountId: string | null
  readonly label: string | null
  readonly createdAt: number
  /** When it goes whatever happens; null leaves that to the plan's retention. */
  readonly expiresAt: number | null
  readonly lastMessageAt: number | null
  readonly lastReadAt: number | null
  readonly messageCount: number
  readonly unreadCount: number
  readonly storedBytes: number
  /** The highest seq ever given out here: the wait cursor, and the UIDNEXT of IMAP less one. */
  readonly lastSeq: number
  /** Moves with every change to what a reader can see, so that an unchanged one answers 304. */
  readonly revision: number
}
