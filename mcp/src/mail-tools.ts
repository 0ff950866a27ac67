/**
 * What the tools ask of the mail service, in the words of /v1: the server answers by itself, the command line asks a server.
 * A call rejects with a `MailRefusal` where the caller can do something about it, and with anything else where not.
 */
export interface MailTools {
  createInbox(): Promise<ToolInbox>
  listInboxes(page: PageWish): Promise<Page<ToolInbox>>
  deleteInbox(address: string): Promise<void>
  listMessages(address: string, page: PageWish): Promise<Page<ListedMail>>
  getMessage(id: string): Promise<ShownMail>
  /** Ends early once the signal aborts, because nobody is there any more to take the answer. */
  wait(address: string, wish: WaitWish, signal: AbortSignal): Promise<Waited>
}

export interface PageWish {
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface Page<T> {
  readonly data: readonly T[]
  readonly next_cursor: string | null
}

export interface WaitWish {
  /** In seconds; 0 only looks. */
  readonly timeout: number
  readonly after?: string | undefined
  readonly from?: string | undefined
  readonly subject?: string | undefined
  readonly has?: 'code' | undefined
}

export interface ToolInbox {
  readonly address: string
  readonly label: string | null
  readonly created_at: string
  readonly expires_at: string
  readonly last_message_at: string | null
  readonly message_count: number
  readonly unread_count: number
  readonly cursor: string
}

/** All that a key with the scope `codes` sees of a message. */
export interface CodesMail {
  readonly id: string
  readonly inbox: string
  readonly date: string
  readonly from: string
  readonly codes: readonly { readonly value: string; readonly confidence: number; readonly superseded: boolean }[]
  readonly links: readonly { readonly href: string; readonly kind: string }[]
}

export interface SummaryMail extends CodesMail {
  readonly subject: string
  readonly size_bytes: number
  readonly attachment_count: number
  readonly seen: boolean
}

export interface WholeMail extends CodesMail {
  readonly from_name: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly {
    readonly index: number
    readonly filename: string
    readonly content_type: string
    readonly size_bytes: number
  }[]
  /** The body cannot be read here. */
  readonly encrypted: boolean
  readonly auth: Readonly<Record<'spf' | 'dkim' | 'dmarc', { readonly result: string }>>
}

export type ListedMail = SummaryMail | CodesMail
export type ShownMail = WholeMail | CodesMail

export interface NearMiss {
  readonly id: string
  readonly from?: string | undefined
  readonly subject?: string | undefined
  /** The conditions that did not hold. */
  readonly failed: readonly string[]
}

export interface RefusedMail {
  readonly at: string
  readonly from: string
  /** As the sender was told. */
  readonly reason: string
}

export type Waited =
  | { readonly status: 'received'; readonly messages: readonly ShownMail[]; readonly cursor: string }
  | {
      readonly status: 'timeout'
      readonly cursor: string
      readonly near_misses: readonly NearMiss[]
      readonly refused: readonly RefusedMail[]
    }

/** False where the key sees codes and links alone. */
export function isWhole(mail: ShownMail): mail is WholeMail {
  return 'text' in mail
}
