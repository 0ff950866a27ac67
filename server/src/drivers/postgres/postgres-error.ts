import { DomainError } from '../../domain/domain-error.ts'

/** PostgreSQL's codes that somebody acts on, https://www.postgresql.org/docs/current/errcodes-appendix.html */
/** A row for which there is no part: a check that it fails. */
export const NO_PARTITION = '23514'
export const LOCK_NOT_AVAILABLE = '55P03'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const DISK_FULL = '53100'

/** Not the statement's fault, and over sooner or later: restarts, failovers, too many connections, time-outs. */
const PASSING = /^(?:08...|57P0[1-5]|57014|53[023]00|25006|25P0[23]|55P03|40001|40P01|58030)$/

/** What somebody else did in between makes this transaction's first look wrong: it is made anew. */
export class Outdated extends Error {}

/** SQLSTATE of an error that the server reported; null for any other. */
export function sqlState(error: unknown): string | null {
  const reported = error instanceof Error && 'code' in error && 'severity' in error
  return reported ? String(error.code) : null
}

export function isWorthAnotherTry(error: unknown): boolean {
  const state = sqlState(error)
  return error instanceof Outdated || state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED
}

/** What the rest of the house sees: everything that heals by itself is `unavailable`. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  const state = sqlState(error)
  if (state === DISK_FULL) return new DomainError('storage_full', 'The disk of the store is full.', { cause: error })
  const passing = state === null ? isConnectionFailure(error) : PASSING.test(state)
  if (!passing) return error
  return new DomainError('unavailable', 'The store cannot be reached right now. Try again later.', { cause: error })
}

const LOST = /timeout|terminated|ended unexpectedly|ECONN|socket|not queryable/i

/** The client library names these by their messages alone. */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof Outdated) return true
  if (!(error instanceof Error)) return false
  return 'syscall' in error || LOST.test(error.message)
}
