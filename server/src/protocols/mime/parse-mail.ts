import { type Attachment, describeAttachment, sortLeaves } from './attachments.ts'
import { readBodyText } from './body-text.ts'
import { isEncrypted } from './encryption.ts'
import { asBuffer, cut, type Field, fieldText, findHeaderEnd, splitFields } from './header-fields.ts'
import { addressesOf } from './header-summary.ts'
import type { Defect, ParseLimits } from './parse-limits.ts'
import { first } from './part.ts'
import { splitParts } from './split-parts.ts'

export type ParsedMail = {
  text: string
  html: string
  /** The HTML as readable text where there is a text part too; '' where `text` is that already. */
  html_text: string
  attachments: Attachment[]
  /** Names as written; values on one line, encoded words decoded, without controls. */
  headers: { name: string; value: string }[]
  cc: string[]
  reply_to: string[]
  message_id_header: string | null
  in_reply_to: string | null
  encrypted: boolean
  defects: Defect[]
}

const MAX_ID = 998 // RFC 5322 §2.1.1
const MAX_HEADER = 64 * 1024

/** Never rejects for what a sender wrote: what can be read is returned, what kept the rest is among the defects. */
export async function parseMail(raw: Uint8Array, limits: ParseLimits): Promise<ParsedMail> {
  const bytes = asBuffer(raw)
  const defects = new Set<Defect>()
  const root = splitParts(bytes, limits, defects)
  const { all, body, attached } = sortLeaves(root)
  const { text, html, htmlText } = readBodyText(bytes, root, limits, defects, (part) => body.has(part))
  if (attached.length > limits.attachments) defects.add('attachments')
  return {
    text,
    html,
    html_text: htmlText,
    attachments: attached.slice(0, limits.attachments).map((part, index) => describeAttachment(bytes, part, index)),
    ...readHeaders(root.fields),
    encrypted: isEncrypted(bytes, root, all, text, html),
    defects: [...defects].sort(),
  }
}

/** What the header alone tells, for a mail whose body could not be read. At most 64 KiB are looked at. */
export function parseHeaderOnly(raw: Uint8Array, defect: Defect): ParsedMail {
  const bytes = asBuffer(raw)
  const { end } = findHeaderEnd(bytes, 0, Math.min(bytes.length, MAX_HEADER))
  const fields = splitFields(bytes.toString('latin1', 0, end))
  return {
    text: '',
    html: '',
    html_text: '',
    attachments: [],
    ...readHeaders(fields),
    encrypted: false,
    defects: [defect],
  }
}

function readHeaders(fields: readonly Field[]) {
  return {
    headers: fields.map(({ name, value }) => ({ name, value: fieldText(value) })),
    cc: addressesOf(fields, 'cc'),
    reply_to: addressesOf(fields, 'reply-to'),
    message_id_header: identifier(fields, 'message-id'),
    in_reply_to: identifier(fields, 'in-reply-to'),
  }
}

function identifier(fields: readonly Field[], name: string): string | null {
  const value = first(fields, name)
  return value === undefined ? null : cut(fieldText(value), MAX_ID) || null
}
