import type { Queries } from './database.ts'
import type { InboxRow } from './inboxes.ts'

const SLOTS = 16

/** In one of several rows, each the last that its transaction locks: so that nodes which take held mail at once do not wait. */
export async function addHeldBytes(tx: Queries, bytes: number): Promise<void> {
  if (bytes === 0) return
  const slot = Math.floor(Math.random() * SLOTS)
  await tx.run('UPDATE held_total SET bytes = bytes + $1 WHERE slot = $2', bytes, slot)
}

/** These bytes of a locked inbox are gone from whoever they were counted for. */
export async function creditBytes(tx: Queries, { accountId, gone }: InboxRow, bytes: number): Promise<void> {
  if (bytes === 0 || gone) return
  if (accountId === null) await addHeldBytes(tx, -bytes)
  else await tx.run('UPDATE account SET stored_bytes = stored_bytes - $1 WHERE id = $2', bytes, accountId)
}

export async function heldBytes(db: Queries): Promise<number> {
  return (await db.get<{ bytes: number }>('SELECT sum(bytes)::bigint AS bytes FROM held_total'))?.bytes ?? 0
}
