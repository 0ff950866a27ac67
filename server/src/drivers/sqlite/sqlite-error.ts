/** SQLite's result codes that somebody acts on, https://www.sqlite.org/rescode.html */
export const SQLITE_BUSY = 5
export const SQLITE_FULL = 13

/** The result code of an error that SQLite made; null for any other. */
export function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : null
}
