import type { HeldBounds } from '../../domain/ports.ts'
import { deleteRows } from './change-messages.ts'
import type { Database, Queries } from './database.ts'
import { addHeldBytes, heldBytes } from './held-total.ts'
import { type InboxRow, lockInbox } from './inboxes.ts'
import { listOldest } from './messages.ts'

/** Keeps one address within its bound: the oldest goes first. Answers with the bytes that went. */
export async function boundAddress(tx: Queries, inbox: InboxRow, bounds: HeldBounds): Promise<number> {
  const over = inbox.messageCount - bounds.maxPerAddress
  if (over <= 0) return 0
  const oldest = await listOldest(tx, inbox, over)
  const deleted = await deleteRows(
    tx,
    inbox,
    oldest.map(({ seq }) => seq),
  )
  return deleted.bytes
}

/**
 * Keeps all held mail together within its bound: the oldest goes first, wherever it is. Each in a transaction of its own,
 * after the mail that filled it up: so nobody locks an inbox out of order.
 */
export async function boundTotal(db: Database, bounds: HeldBounds): Promise<void> {
  while ((await heldBytes(db)) > bounds.maxBytes) {
    const oldest = await db.get<{ id: string }>(
      `SELECT id FROM inbox WHERE account_id IS NULL AND NOT gone AND oldest_at IS NOT NULL ORDER BY oldest_at LIMIT 1`,
    )
    if (!oldest) return
    await db.transaction((tx) => dropOldest(tx, oldest.id))
  }
}

/** Somebody may have claimed it meanwhile. */
async function dropOldest(tx: Queries, id: string): Promise<void> {
  const inbox = await lockInbox(tx, id)
  if (!inbox || inbox.accountId !== null || inbox.gone) return
  const oldest = await listOldest(tx, inbox, 1)
  const { bytes } = await deleteRows(
    tx,
    inbox,
    oldest.map(({ seq }) => seq),
  )
  await addHeldBytes(tx, -bytes)
}
