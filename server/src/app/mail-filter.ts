import type { MessageRow, MessageText, Rendition } from '../domain/message.ts'

/** Every given condition must hold. Substrings are compared without regard to case. */
export interface MailFilter {
  readonly since?: number | undefined
  readonly from?: string | undefined
  readonly subject?: string | undefined
  readonly contains?: string | undefined
}

export const HAS = ['code', 'link', 'attachment'] as const
export type Has = (typeof HAS)[number]

export interface MessageFilter extends MailFilter {
  readonly has?: Has | undefined
}

export type Condition = keyof MessageFilter

/** Of rows from the newest on, those that match as far as a row tells. */
export async function* matchingRows(
  rows: AsyncIterable<MessageRow>,
  { since, from, subject }: MailFilter,
): AsyncGenerator<MessageRow> {
  for await (const row of rows) {
    // Moments rise with the seq, so all that follows is older still.
    if (since !== undefined && row.receivedAt < since) return
    if (includes(row.from || row.envelopeFrom, from) && includes(row.subject, subject)) yield row
  }
}

export function matchesText({ contains }: MailFilter, row: MessageRow, body: MessageText): boolean {
  return includes(row.subject, contains) || includes(body.text, contains) || includes(body.html_text, contains)
}

/** The conditions that do not hold: none where the message matches. */
export function failedConditions(filter: MessageFilter, row: MessageRow, rendition: Rendition): Condition[] {
  const holds: Record<Condition, boolean> = {
    since: filter.since === undefined || row.receivedAt >= filter.since,
    from: includes(row.from || row.envelopeFrom, filter.from),
    subject: includes(row.subject, filter.subject),
    contains: matchesText(filter, row, rendition),
    has: filter.has === undefined || hasIt(filter.has, rendition),
  }
  return (Object.keys(holds) as Condition[]).filter((condition) => !holds[condition])
}

function hasIt(has: Has, { codes, links, attachments }: Rendition): boolean {
  return { code: codes, link: links, attachment: attachments }[has].length > 0
}

function includes(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase())
}
