import type { Envelope } from './envelope.ts'

/** Parameters in their order. Names in lower case, values as written, one character for each byte. */
export type Parameters = readonly (readonly [name: string, value: string])[]

export type Disposition = { readonly type: string; readonly params: Parameters }

/** Places in the stored source: `headerStart` ≤ `bodyStart` ≤ `bodyEnd`. The header ends with its empty line. */
export type Offsets = { readonly headerStart: number; readonly bodyStart: number; readonly bodyEnd: number }

type Common = {
  /** Media type and subtype, in lower case (RFC 2045 §5.1). */
  readonly type: string
  readonly subtype: string
  readonly params: Parameters
  readonly disposition: Disposition | null
  readonly language: readonly string[]
  readonly location: string | null
  readonly offsets: Offsets
}

type Single = Common & {
  readonly id: string | null
  readonly description: string | null
  /** In lower case; `7bit` where the header has none (RFC 2045 §6.1). */
  readonly encoding: string
  /** Bytes of the body as it is stored, in its transfer encoding. */
  readonly size: number
  readonly md5: string | null
}

/** Its body has at least one part in it, and may begin and end with text that belongs to none (RFC 2046 §5.1.1). */
export type Multipart = Common & { readonly kind: 'multipart'; readonly parts: readonly BodyPart[] }

/** Its body is a message: `body` begins where this part's body begins, and both end together (RFC 2046 §5.2.1). */
export type MessagePart = Single & {
  readonly kind: 'message'
  readonly envelope: Envelope
  readonly body: BodyPart
  readonly lines: number
}

/** `lines` for text only. */
export type LeafPart = Single & { readonly kind: 'leaf'; readonly lines: number | null }

export type BodyPart = Multipart | MessagePart | LeafPart
