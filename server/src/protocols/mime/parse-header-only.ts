import { asBuffer, cut, type Field, fieldText, findHeaderEnd, splitFields } from './header-fields.ts'
import { addressesOf } from './header-summary.ts'
import type { Defect } from './parse-limits.ts'
import type { ParsedMail } from './parsed-mail.ts'
import { first } from './part.ts'

const MAX_ID = 998 // RFC 5322 §2.1.1
const MAX_HEADER = 64 * 1024

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

export function readHeaders(fields: readonly Field[]) {
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
