import type { KeyScope } from '../domain/api-key.ts'
import { type AuthResults, NOT_KNOWN_YET } from '../domain/auth-results.ts'
import { messageId } from '../domain/ids.ts'
import type { Inbox } from '../domain/inbox.ts'
import { iso } from '../domain/iso.ts'
import type { Attachment, Code, Link, MessageRow, Rendition, StoredMessage, TlsInfo } from '../domain/message.ts'

export interface CodeView extends Code {
  /** A newer message of the same sender in this inbox carries a newer code. */
  readonly superseded: boolean
}

/** What a key with the scope `codes` may know of a message. */
export interface CodesView {
  readonly id: string
  readonly inbox: string
  readonly inbox_id: string
  readonly seq: number
  readonly date: string
  readonly from: string
  readonly codes: readonly CodeView[]
  readonly links: readonly Link[]
}

export interface MessageSummary extends CodesView {
  readonly from_name: string
  readonly to: readonly string[]
  readonly subject: string
  readonly size_bytes: number
  readonly attachment_count: number
  readonly seen: boolean
  readonly claimed_at: string | null
}

export interface MessageView extends Omit<MessageSummary, 'attachment_count'> {
  readonly text: string
  readonly html: string
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  readonly cc: readonly string[]
  readonly reply_to: readonly string[]
  readonly message_id_header: string | null
  readonly in_reply_to: string | null
  readonly headers: Rendition['headers']
  readonly attachments: readonly Attachment[]
  readonly auth: AuthResults
  readonly tls: TlsInfo | null
  readonly encrypted: boolean
  readonly timings: { readonly accepted_at: string; readonly stored_at: string }
}

/** A message with what a list tells of it. */
export interface Listed {
  readonly inbox: Inbox
  readonly message: MessageRow
  readonly rendition: Rendition
  readonly superseded: boolean
}

/** A message with all that was found out about it. */
export interface Found extends Listed {
  readonly message: StoredMessage
}

export function summaryOf(found: Listed, scope: KeyScope): MessageSummary | CodesView {
  const { message, rendition } = found
  if (scope === 'codes') return codesOf(found)
  return {
    ...codesOf(found),
    from_name: message.fromName,
    to: message.to,
    subject: message.subject,
    size_bytes: message.sizeBytes,
    attachment_count: rendition.attachments.length,
    seen: message.seen,
    claimed_at: message.claimedAt === null ? null : iso(message.claimedAt),
  }
}

export function viewOfMessage(found: Found, scope: KeyScope): MessageView | CodesView {
  if (scope === 'codes') return codesOf(found)
  const { inbox, message, rendition } = found
  const { attachment_count: _count, ...summary } = summaryOf(found, 'full') as MessageSummary
  return {
    ...summary,
    text: rendition.text,
    html: rendition.html,
    envelope: { from: message.envelopeFrom, to: [inbox.address] },
    cc: rendition.cc,
    reply_to: rendition.reply_to,
    message_id_header: rendition.message_id_header,
    in_reply_to: rendition.in_reply_to,
    headers: rendition.headers,
    attachments: rendition.attachments,
    auth: message.auth ?? NOT_KNOWN_YET,
    tls: message.tls,
    encrypted: rendition.encrypted,
    timings: { accepted_at: iso(message.receivedAt), stored_at: iso(message.receivedAt) },
  }
}

function codesOf({ inbox, message, rendition, superseded }: Listed): CodesView {
  return {
    id: messageId(inbox.id, message.seq),
    inbox: inbox.address,
    inbox_id: inbox.id,
    seq: message.seq,
    date: iso(message.receivedAt),
    from: message.from || message.envelopeFrom,
    codes: rendition.codes.map((code) => ({ ...code, superseded })),
    links: rendition.links,
  }
}
