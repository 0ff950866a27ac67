import { DomainError } from '../../domain/domain-error.ts'
import { StoreUnusable } from '../../domain/store-unusable.ts'
import type { Database } from './database.ts'
import { sqlState } from './postgres-error.ts'

const OLDEST = 15

interface ServerState {
  readonly version: number
  readonly encoding: string
  readonly commits: string
}

/** Before anything is changed. */
export async function requireUsable(db: Database): Promise<void> {
  const state = (await db.get<ServerState>(
    `SELECT current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding,
       current_setting('synchronous_commit') AS commits`,
  )) as ServerState
  const major = Math.floor(state.version / 10_000)
  if (major < OLDEST) {
    throw new StoreUnusable(`The database server is PostgreSQL ${major}. Mayfly needs ${OLDEST} or newer: upgrade it.`)
  }
  if (state.encoding !== 'UTF8') {
    throw new StoreUnusable(`The database is in ${state.encoding}. Make one with ENCODING 'UTF8' for Mayfly.`)
  }
  if (state.commits === 'off') {
    throw new StoreUnusable(
      'The database has synchronous_commit = off, and could lose mail that was accepted. Set it to on for Mayfly’s user.',
    )
  }
}

/** SQLSTATE, or the system's own code where no server was reached. */
const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the password. Correct it',
  '28000': 'does not let this user in. Correct the user, or the server’s pg_hba.conf',
  '3D000': 'has no database of this name. Make it with createdb, or correct the name',
  '42501': 'does not allow this user to make tables. Run: GRANT CREATE, USAGE ON SCHEMA public TO that user',
  '25006': 'is a read-only copy. Give the address of the primary',
  '53300': 'has no connection left. Raise its max_connections, or put PgBouncer before it',
  '57P03': 'is starting or stopping. Try again in a moment',
  ECONNREFUSED: 'does not answer at this address. Start it, or correct host and port',
  ENOENT: 'has no socket at this place. Start it, or correct the host',
  ENOTFOUND: 'has a host name that is not known. Correct it',
  EAI_AGAIN: 'has a host name that could not be looked up. Correct it, or try again',
  ETIMEDOUT: 'does not answer. Check the address and the firewall',
}

export function explainOpenFailure(error: unknown, url: string): Error {
  if (error instanceof StoreUnusable) return error
  const cause = error instanceof DomainError ? error.cause : error
  const reason =
    REASONS[codeOf(cause)] ?? (error instanceof DomainError ? 'cannot be reached. Check the address' : null)
  if (!reason) return error instanceof Error ? error : new Error(String(error))
  return new StoreUnusable(`The database server ${placeOf(url)} ${reason} in MAYFLY_DATABASE_URL.`, { cause: error })
}

function codeOf(error: unknown): string {
  const state = sqlState(error)
  if (state !== null) return state
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Without the password. */
function placeOf(url: string): string {
  const place = URL.canParse(url) ? new URL(url) : null
  if (!place) return 'of MAYFLY_DATABASE_URL'
  return `${place.hostname || place.searchParams.get('host') || 'localhost'}${place.port && `:${place.port}`}${place.pathname}`
}
