import { type Address, parseAddressList } from './address-list.ts'
import { readFields } from './header-fields.ts'
import type { StructureLimits } from './structure-limits.ts'

export type { Address } from './address-list.ts'

/** RFC 3501 §7.4.2. `null`: there is no such field; an empty list is sent as NIL. */
export type Envelope = {
  readonly date: string | null
  readonly subject: string | null
  readonly from: readonly Address[]
  readonly sender: readonly Address[]
  readonly replyTo: readonly Address[]
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly inReplyTo: string | null
  readonly messageId: string | null
}

const FIELDS: ReadonlySet<string> = new Set(
  'date subject from sender reply-to to cc bcc in-reply-to message-id'.split(' '),
)

/** Encoded words are left as they are: decoding them is the client's work. */
export function readEnvelope(header: string, limits: StructureLimits): Envelope {
  const fields = readFields(header, FIELDS)
  const first = (name: string) => fields.get(name)?.[0] ?? null
  const one = (name: string) => parseAddressList(first(name) ?? '', limits.addresses)
  // RFC 5322 §4.5.3: destination fields that are repeated are one list. Of any other field the first counts.
  const all = (name: string) => parseAddressList((fields.get(name) ?? []).join(','), limits.addresses)
  const from = one('from')
  const orFrom = (list: readonly Address[]) => (list.length > 0 ? list : from)
  return {
    date: first('date'),
    subject: first('subject'),
    from,
    sender: orFrom(one('sender')),
    replyTo: orFrom(one('reply-to')),
    to: all('to'),
    cc: all('cc'),
    bcc: all('bcc'),
    inReplyTo: first('in-reply-to'),
    messageId: first('message-id'),
  }
}
