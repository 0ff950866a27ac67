import { StoreUnusable } from '../../domain/store-unusable.ts'
import { sqliteCode } from './sqlite-error.ts'

/** SQLite's primary result codes, https://www.sqlite.org/rescode.html */
const REASONS: Readonly<Record<number, string>> = {
  3: 'may not be opened by this user. Mend its permissions',
  5: 'is kept locked by another program. Stop that program',
  8: 'cannot be written to. Mend the permissions of the data folder',
  10: 'cannot be read or written by the system. Check the disk',
  11: 'is damaged. Put a backup in its place',
  13: 'cannot grow because the disk is full. Make room',
  14: 'cannot be opened. Mend the permissions of the data folder',
  26: 'is no Mayfly database. Put a backup in its place',
}

export function explainOpenFailure(error: unknown, file: string): Error {
  if (error instanceof StoreUnusable) return error
  // The low byte is the primary code, whatever detail the others add.
  const code = (sqliteCode(error) ?? -1) & 0xff
  const reason = REASONS[code]
  if (!reason) return error instanceof Error ? error : new Error(String(error))
  return new StoreUnusable(`The database ${file} ${reason}, or set MAYFLY_DATA_DIR to another folder.`, {
    cause: error,
  })
}
