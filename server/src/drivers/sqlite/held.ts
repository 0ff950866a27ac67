import type { HeldBounds } from '../../domain/ports.ts'
import type { Database } from './database.ts'
import { deleteOldest } from './messages.ts'

export function addHeldBytes(db: Database, bytes: number): void {
  db.run('UPDATE held_total SET bytes = bytes + ?', bytes)
}

/** Keeps one address within its bound: the oldest goes first. */
export function boundAddress(db: Database, inboxNo: number, messageCount: number, bounds: HeldBounds): void {
  if (messageCount <= bounds.maxPerAddress) return
  const { bytes } = deleteOldest(db, inboxNo, Number.MAX_SAFE_INTEGER, messageCount - bounds.maxPerAddress)
  addHeldBytes(db, -bytes)
}

/** Keeps all held mail together within its bound: the oldest goes first, wherever it is. */
export function boundTotal(db: Database, bounds: HeldBounds): void {
  let { bytes } = db.get<{ bytes: number }>('SELECT bytes FROM held_total') as { bytes: number }
  while (bytes > bounds.maxBytes) {
    const oldest = db.get<{ no: number }>(
      `SELECT no FROM inbox WHERE account_no IS NULL AND oldest_at IS NOT NULL ORDER BY oldest_at LIMIT 1`,
    )
    if (!oldest) return
    const deleted = deleteOldest(db, oldest.no, Number.MAX_SAFE_INTEGER, 1)
    addHeldBytes(db, -deleted.bytes)
    bytes -= deleted.bytes
  }
}
