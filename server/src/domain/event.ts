export type EventType = 'message.received' | 'inbox.created'

/** One line of an account's log. `seq` rises by one with each, in the order in which they became visible. */
export interface LogEvent {
  readonly seq: number
  readonly type: EventType
  readonly at: number
  readonly inboxId: string
  readonly inbox: string
  /** The message's seq in its inbox; null for inbox.created. */
  readonly messageSeq: number | null
}
