import { parseAddresses } from './addresses.ts'
import { asBuffer, cut, type Field, fieldText, findHeaderEnd, splitFields, unfold } from './header-fields.ts'

/** What the arrival of a mail needs of its header. Nothing here holds a control character. */
export type HeaderSummary = {
  /** Bare address of the first From field, domain in lower case; '' where there is none. */
  from: string
  fromName: string
  /** Bare addresses of all To fields, at most 100. */
  to: string[]
  subject: string
  /** RFC 5321 §6.3: how often the mail has been relayed. */
  receivedCount: number
}

const MAX_HEADER = 64 * 1024
const MAX_SUBJECT = 2000
const MAX_SUBJECT_BYTES = 16 * 1024
const MAX_ADDRESSES = 100
/** Of one address field; a header holds at most eight of that length. */
const MAX_ADDRESS_BYTES = 8 * 1024

/** Reads at most 64 KiB: cheap enough for every mail, on the thread that took it. */
export function summariseHeaders(raw: Uint8Array): HeaderSummary {
  const bytes = asBuffer(raw)
  const { end } = findHeaderEnd(bytes, 0, Math.min(raw.length, MAX_HEADER))
  return summariseFields(splitFields(bytes.toString('latin1', 0, end)))
}

/** As `summariseHeaders`, for a header already split. */
export function summariseFields(fields: readonly Field[]): HeaderSummary {
  const summary: HeaderSummary = { from: '', fromName: '', to: [], subject: '', receivedCount: 0 }
  const to: Field[] = []
  let from: Field | undefined
  let subject: Field | undefined
  for (const field of fields) {
    if (isNamed(field, 'to')) to.push(field)
    else if (isNamed(field, 'from')) from ??= field
    else if (isNamed(field, 'subject')) subject ??= field
    else if (isNamed(field, 'received')) summary.receivedCount++
  }
  const sender = from && parseAddresses(unfold(from.value.slice(0, MAX_ADDRESS_BYTES)), 1)[0]
  if (sender !== undefined) {
    summary.from = sender.address
    summary.fromName = sender.name
  }
  if (subject !== undefined) summary.subject = cut(fieldText(subject.value.slice(0, MAX_SUBJECT_BYTES)), MAX_SUBJECT)
  summary.to = addressesOf(to, 'to')
  return summary
}

/** The bare addresses of every field of that name (RFC 5322 §3.6.3), at most 100. */
export function addressesOf(fields: readonly Field[], name: string): string[] {
  const list: string[] = []
  let budget = MAX_ADDRESSES
  for (const field of fields) {
    if (!isNamed(field, name)) continue
    if (budget-- === 0 || list.length >= MAX_ADDRESSES) break
    const found = parseAddresses(unfold(field.value.slice(0, MAX_ADDRESS_BYTES)), MAX_ADDRESSES - list.length)
    for (const { address } of found) list.push(address)
  }
  return list
}

function isNamed(field: Field, name: string): boolean {
  return field.name.length === name.length && field.name.toLowerCase() === name
}
