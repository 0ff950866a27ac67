import type { AuthResults, Peer } from './auth-results.ts'

/** What the header says, read when the mail arrives. */
export interface HeaderSummary {
  readonly from: string
  readonly fromName: string
  readonly to: readonly string[]
  readonly subject: string
  readonly receivedCount: number
}

export interface TlsInfo {
  readonly version: string
  readonly cipher: string
}

/** A message as lists and filters see it. */
export interface MessageRow {
  readonly seq: number
  readonly receivedAt: number
  readonly sizeBytes: number
  readonly envelopeFrom: string
  readonly from: string
  readonly fromName: string
  readonly to: readonly string[]
  readonly subject: string
  readonly seen: boolean
  /** When a waiter claimed it for itself; null while it is anybody's. */
  readonly claimedAt: number | null
}

/** All that is known of a message beside its source. */
export interface StoredMessage extends MessageRow {
  readonly tls: TlsInfo | null
  /** Null where it did not come by SMTP. */
  readonly peer: Peer | null
  /** Null until a check has come to its end. */
  readonly auth: AuthResults | null
}

export interface Attachment {
  readonly index: number
  readonly filename: string
  readonly content_type: string
  readonly size_bytes: number
  readonly content_id: string | null
  readonly inline: boolean
}

/** What a person reads of a message. */
export interface MessageText {
  /** The text part; where there is none, the HTML as readable text. */
  readonly text: string
  readonly html: string
  /** The HTML as readable text where there is a text part too; '' where `text` is that already. */
  readonly html_text: string
}

/** A one-time code as a person would type it. */
export interface Code {
  readonly value: string
  /** From 0 to 1: how often a code with this figure is right. */
  readonly confidence: number
  readonly source: 'subject' | 'text' | 'html'
}

export interface Link {
  readonly href: string
  readonly text: string
  readonly kind: 'verify' | 'reset' | 'login' | 'unsubscribe' | 'other'
}

/** What the MIME parser makes of the raw source: made once, kept beside it. */
export interface Rendition extends MessageText {
  readonly attachments: readonly Attachment[]
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly cc: readonly string[]
  readonly reply_to: readonly string[]
  readonly message_id_header: string | null
  readonly in_reply_to: string | null
  readonly encrypted: boolean
  /** Best first. */
  readonly codes: readonly Code[]
  readonly links: readonly Link[]
  readonly defects: readonly string[]
}
