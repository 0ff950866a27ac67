/** One inbox, as it is at the moment of the answer. */
export interface Inbox {
  readonly id: string
  readonly address: string
  readonly label: string | null
  /** ISO 8601, UTC, as all moments. */
  readonly createdAt: string
  /** When it lapses if it is neither read nor mailed until then. */
  readonly expiresAt: string
  readonly lastMessageAt: string | null
  readonly messageCount: number
  readonly unreadCount: number
  readonly storedBytes: number
  /** For `after` of a wait: what comes from now on. */
  readonly cursor: string
}

/** What can be said of an inbox when it is made, and later. */
export interface InboxChange {
  readonly label?: string | null | undefined
  /** From now on; null leaves the inbox its plan's retention. */
  readonly ttlSeconds?: number | null | undefined
}

export interface NewInbox extends InboxChange {
  /** Without it, one that nobody can guess. */
  readonly address?: string | undefined
  /** Where the unguessable address is to be. */
  readonly domain?: string | undefined
}
