import { messageId } from './ids.ts'
import { iso } from './iso.ts'

/** `data` of message.received, SPEC.md section 2: for webhooks and for streams alike. */
export interface MessageReceived {
  readonly inbox_id: string
  readonly inbox: string
  readonly message_id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** To the second: SPEC.md section 2. */
  readonly received_at: string
  readonly size_bytes: number
  readonly encrypted: boolean
}

export interface InboxCreated {
  readonly inbox_id: string
  readonly inbox: string
  readonly created_at: string
}

interface Place {
  readonly inboxId: string
  readonly inbox: string
}

interface ReceivedMessage {
  readonly seq: number
  readonly from: string
  readonly envelopeFrom: string
  readonly to: readonly string[]
  readonly subject: string
  readonly receivedAt: number
  readonly sizeBytes: number
}

/** All that is known when the mail arrives. Whether it is encrypted shows when it is read. */
export function messageReceived(
  { inboxId, inbox }: Place,
  message: ReceivedMessage,
): Omit<MessageReceived, 'encrypted'> {
  return {
    inbox_id: inboxId,
    inbox,
    message_id: messageId(inboxId, message.seq),
    from: message.from || message.envelopeFrom,
    to: message.to.length > 0 ? message.to : [inbox],
    subject: message.subject,
    received_at: toSecond(message.receivedAt),
    size_bytes: message.sizeBytes,
  }
}

export function inboxCreated({ inboxId, inbox }: Place, at: number): InboxCreated {
  return { inbox_id: inboxId, inbox, created_at: toSecond(at) }
}

function toSecond(moment: number): string {
  return `${iso(moment).slice(0, 19)}Z`
}
