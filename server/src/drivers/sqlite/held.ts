import type { HeldBounds } from '../../domain/ports.ts'
import type { Database } from './database.ts'
import { addHeldBytes, heldBytes } from './held-total.ts'
import { deleteOldest } from './messages.ts'
import type { Releases } from './releases.ts'

/** Keeps one address within its bound: the oldest goes first. Answers with the bytes that went. */
export function boundAddress(
  db: Database,
  inboxNo: number,
  messageCount: number,
  bounds: HeldBounds,
  releases: Releases,
): number {
  if (messageCount <= bounds.maxPerAddress) return 0
  return deleteOldest(db, inboxNo, Number.MAX_SAFE_INTEGER, messageCount - bounds.maxPerAddress, releases).bytes
}

/** Keeps all held mail together within its bound: the oldest goes first, wherever it is. */
export function boundTotal(db: Database, bounds: HeldBounds, releases: Releases): void {
  let bytes = heldBytes(db)
  while (bytes > bounds.maxBytes) {
    const oldest = db.get<{ no: number }>(
      `SELECT no FROM inbox WHERE account_no IS NULL AND oldest_at IS NOT NULL ORDER BY oldest_at LIMIT 1`,
    )
    if (!oldest) return
    const deleted = deleteOldest(db, oldest.no, Number.MAX_SAFE_INTEGER, 1, releases)
    addHeldBytes(db, -deleted.bytes)
    bytes -= deleted.bytes
  }
}
