import { hash } from 'node:crypto'
import type { MailQuery } from '../../app/read-mail.ts'
import type { Inbox } from '../../domain/inbox.ts'

import { DEFAULT_LIMIT } from './mail-query.ts'

const FINGERPRINT_LENGTH = 12

/**
 * Weak (RFC 9110 §8.8.1): it stands for what the inbox holds and what was asked of it, not for the bytes.
 * The revision is read before the messages, so a tag may be older than its answer, but never newer: a client
 * that shows it again gets an answer too many rather than one too few.
 */
export function etagOf(inbox: Inbox, query: MailQuery): string {
  return `W/"${inbox.id.slice(4)}-${inbox.revision}${fingerprint(query)}"`
}

/** RFC 9110 §13.1.2 with the weak comparison. Our tags have no quote inside, so looking for one whole is enough. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch.includes(etag.slice(2)) || ifNoneMatch.trim() === '*')
}

function fingerprint(query: MailQuery): string {
  if (isPlain(query)) return ''
  const { limit, before, since, from, subject, contains } = query
  const asked = JSON.stringify([limit, before, since, from, subject, contains])
  return `-${hash('sha256', asked, 'base64url').slice(0, FINGERPRINT_LENGTH)}`
}

function isPlain(query: MailQuery): boolean {
  return query.limit === DEFAULT_LIMIT && query.before === undefined && !isFiltered(query)
}

export function isFiltered({ since, from, subject, contains }: MailQuery): boolean {
  return since !== undefined || from !== undefined || subject !== undefined || contains !== undefined
}
