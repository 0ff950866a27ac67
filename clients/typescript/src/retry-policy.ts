import { ConnectionError, MayflyError, RateLimitError } from './errors.ts'

const FIRST_DELAY = 250
const LONGEST_DELAY = 8_000
/** The service counts requests by the minute: whoever is asked to wait for longer should know. */
const LONGEST_PATIENCE = 60_000

/** What the servers in between say when the service behind them cannot be reached. */
const UNAVAILABLE: readonly (number | null)[] = [502, 503, 504]

/** It may be otherwise in a moment. */
export function isTransient(error: unknown): error is MayflyError {
  if (!(error instanceof MayflyError)) return false
  const { status, code } = error
  return error instanceof ConnectionError || status === 429 || code === 'in_progress' || UNAVAILABLE.includes(status)
}

/** The service has certainly done nothing yet, so that even what must not happen twice can be tried again. */
export function wasNotDone(error: MayflyError): boolean {
  return error.status === 429 || error.code === 'unreachable'
}

/** Milliseconds before the try after this one (counted from 1); null where that would be too long. */
export function delayAfter(attempt: number, error: MayflyError): number | null {
  const asked = error instanceof RateLimitError ? error.retryAfter : null
  if (asked !== null && asked > LONGEST_PATIENCE) return null
  const step = Math.min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY)
  // A random part of it, so that clients that failed together do not come back together.
  return (asked ?? step / 2) + Math.random() * (step / 2)
}
