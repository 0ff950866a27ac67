/** A message as `getMail` shows it: exactly these six. */
export interface Mail {
  readonly id: string
  /** The bare address. */
  readonly from: string
  readonly subject: string
  /** The text part; where there is none, the HTML as readable text. */
  readonly text: string
  /** Empty where there is none. */
  readonly html: string
  /** When the service received it: ISO 8601, UTC, milliseconds. */
  readonly date: string
}

/** A one-time code that stands in a message. */
export interface Code {
  /** As a person would type it. */
  readonly value: string
  /** From 0 to 1. */
  readonly confidence: number
  readonly source: 'subject' | 'text' | 'html'
  /** A newer message of the same sender carries a newer code. */
  readonly superseded: boolean
}

export type LinkKind = 'verify' | 'reset' | 'login' | 'unsubscribe' | 'other'

export interface Link {
  readonly href: string
  readonly text: string
  readonly kind: LinkKind
}

export interface Attachment {
  /** For {@link Messages.attachment}. */
  readonly index: number
  readonly filename: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly contentId: string | null
  readonly inline: boolean
}

/** All that a key with the scope `codes` is shown of a message. */
export interface MessageCodes {
  readonly id: string
  /** The address. */
  readonly inbox: string
  readonly inboxId: string
  /** Counts the messages of an inbox: 1, 2, 3. */
  readonly seq: number
  readonly date: string
  readonly from: string
  /** The best first. */
  readonly codes: readonly Code[]
  readonly links: readonly Link[]
}

/** A message in a list. A key with the scope `codes` gets {@link MessageCodes} in its place. */
export interface MessageSummary extends MessageCodes {
  readonly fromName: string
  readonly to: readonly string[]
  readonly subject: string
  readonly sizeBytes: number
  readonly seen: boolean
  /** When a claiming wait took it. */
  readonly claimedAt: string | null
  readonly attachmentCount: number
}

/** A message in full. A key with the scope `codes` gets {@link MessageCodes} in its place. */
export interface Message extends Omit<MessageSummary, 'attachmentCount'>, Mail {
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  readonly cc: readonly string[]
  readonly replyTo: readonly string[]
  readonly messageIdHeader: string | null
  readonly inReplyTo: string | null
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly attachments: readonly Attachment[]
  readonly auth: MessageAuth
  readonly tls: { readonly version: string; readonly cipher: string } | null
  /** The body is OpenPGP or S/MIME, so that `text` and `html` cannot be read here. */
  readonly encrypted: boolean
  readonly timings: { readonly acceptedAt: string; readonly storedAt: string }
}

/** In the words of RFC 8601. `temperror`: not known yet; read the message again later. */
export type AuthResult = 'none' | 'pass' | 'fail' | 'softfail' | 'neutral' | 'policy' | 'temperror' | 'permerror'

export interface AuthVerdict {
  readonly result: AuthResult
  /** Whose word was checked. */
  readonly domain: string | null
  /** For people. Its wording may change. */
  readonly info: string | null
}

/** Whether a message is from whom it says it is from. */
export interface MessageAuth {
  readonly spf: AuthVerdict & { readonly identity: 'mailfrom' | 'helo' | null; readonly clientIp: string | null }
  readonly dkim: AuthVerdict & {
    readonly selector: string | null
    readonly signatures: readonly (AuthVerdict & { readonly selector: string; readonly algorithm: string })[]
  }
  readonly dmarc: AuthVerdict & {
    readonly policy: 'none' | 'quarantine' | 'reject' | null
    readonly aligned: readonly ('spf' | 'dkim')[]
  }
  readonly arc: AuthVerdict & { readonly instance: number }
}
