import { DomainError } from '../../domain/domain-error.ts'
import type { FolderOwner } from '../../domain/mailbox.ts'
import type { Principal } from '../owners.ts'

/** What somebody sees who signed in with a mail program: one inbox, or all that the account has. */
export interface MailboxAccess {
  readonly principal: Principal
  /** Whose folders. */
  readonly owner: FolderOwner
  /** A key that only reads changes nothing. */
  readonly readOnly: boolean
}

export const INBOX = 'INBOX'
export const DELIMITER = '/'

const MAX_NAME = 255
const MAX_LEVELS = 20

/** The name of a new folder. Throws where it cannot be one: a mail program's pattern must not match it by accident. */
export function requireFolderName(name: string): void {
  const levels = name.split(DELIMITER)
  const bad = /[\p{Cc}%*]/u.test(name) || levels.some((level) => level.trim() === '') || !name.isWellFormed()
  if (!bad && name.length <= MAX_NAME && levels.length <= MAX_LEVELS) return
  throw new DomainError(
    'invalid_request',
    `A folder's name has up to ${MAX_NAME} characters, none of them % or *, and no empty level between slashes.`,
  )
}

/** The names above it, from the top. */
export function namesAbove(name: string): string[] {
  const levels = name.split(DELIMITER)
  return levels.slice(1).map((_, i) => levels.slice(0, i + 1).join(DELIMITER))
}
