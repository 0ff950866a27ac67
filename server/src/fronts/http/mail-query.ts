import type { MailQuery } from '../../app/read-mail.ts'
import { type Cursor, decodeCursor } from '../../domain/cursor.ts'
import type { Inbox } from '../../domain/inbox.ts'
import { parseInstant } from './instant.ts'
import { invalidRequest } from './problem.ts'

export const DEFAULT_LIMIT = 100

/** As they come from the query string, checked by the route's schema. */
export interface MailParameters {
  readonly limit?: number
  readonly cursor?: string
  readonly since?: string
  readonly from?: string
  readonly subject?: string
  readonly contains?: string
}

export interface AskedMail {
  readonly query: MailQuery
  readonly cursor: Cursor | null
}

/** Checks what a schema cannot. Throws invalid_request. */
export function readParameters(asked: MailParameters): AskedMail {
  const { limit = DEFAULT_LIMIT, from, subject, contains } = asked
  const cursor = asked.cursor === undefined ? null : decodeCursor(asked.cursor)
  if (asked.cursor !== undefined && cursor === null) throw foreignCursor()
  const since = asked.since === undefined ? undefined : readSince(asked.since)
  return { query: { limit, before: cursor?.seq, since, from, subject, contains }, cursor }
}

export function requireOwnCursor(cursor: Cursor | null, inbox: Inbox): void {
  if (cursor !== null && cursor.inboxId !== inbox.id) throw foreignCursor()
}

/** An escape that is broken, or not of ASCII and therefore worth a closer look. */
const SUSPECT = /%(?![0-7][0-9a-f])/i

/** The parser takes a broken escape as it stands, and a search for it would silently find nothing. */
export function requireWellFormed(url: string): void {
  if (!SUSPECT.test(url)) return
  try {
    decodeURIComponent(url)
  } catch {
    throw invalidRequest('', 'The query string is malformed: check its percent-encoding.')
  }
}

export function readSince(text: string): number {
  const instant = parseInstant(text)
  if (instant !== null) return instant
  throw invalidRequest('/since', 'must be a date-time with a zone, as 2026-01-31T12:00:00Z (in a URL, write + as %2B)')
}

function foreignCursor(): Error {
  return invalidRequest('/cursor', 'is no cursor of this inbox: take it from the Link header of the page before')
}
