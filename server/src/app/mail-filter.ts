import type { MessageRow, MessageText } from '../domain/message.ts'

/** Every given condition must hold. Substrings are compared without regard to case. */
export interface MailFilter {
  readonly since?: number | undefined
  readonly from?: string | undefined
  readonly subject?: string | undefined
  readonly contains?: string | undefined
}

export function matchesRow(filter: MailFilter, row: MessageRow): boolean {
  return (
    (filter.since === undefined || row.receivedAt >= filter.since) &&
    includes(row.from || row.envelopeFrom, filter.from) &&
    includes(row.subject, filter.subject)
  )
}

export function matchesBody(filter: MailFilter, row: MessageRow, rendition: MessageText): boolean {
  const { contains } = filter
  return (
    includes(row.subject, contains) || includes(rendition.text, contains) || includes(rendition.html_text, contains)
  )
}

function includes(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase())
}
