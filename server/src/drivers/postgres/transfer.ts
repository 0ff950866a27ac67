import { DomainError } from '../../domain/domain-error.ts'
import type { MarkedRow } from '../../domain/mailbox.ts'
import type { Transfer, Transferred } from '../../domain/mailbox-store.ts'
import type { StoredMessage } from '../../domain/message.ts'
import type { Arrival, Recipient } from '../../domain/ports.ts'
import { Batch, type PlacedBody } from './batch.ts'
import { deleteRows } from './change-messages.ts'
import type { Queries } from './database.ts'
import { type InboxRow, lockInbox, lockInboxes } from './inboxes.ts'
import type { Keeping } from './keeping.ts'
import { LIVE_OF_LOCKED, placeOf } from './live.ts'
import { rowsOf } from './mailboxes.ts'
import { getMessages } from './messages.ts'

/** What is copied gets a source of its own: the two may lie on different machines one day. */
export function transferMessages(keeping: Keeping, wish: Transfer): Promise<Transferred> {
  return keeping.partitions.transaction(async (tx) => {
    const rows = await lockInboxes(tx, [wish.from, wish.to])
    const [source, target] = [wish.from, wish.to].map((id) => rows.find((row) => row.id === id))
    if (!source || !target || source.accountId === null || source.accountId !== target.accountId) {
      throw new DomainError('not_found', 'The mailbox is gone.')
    }
    const recipient = { address: target.address, storedBytesCap: wish.storedBytesCap, webhooks: wish.webhooks }
    const arrivals = await arrivalsOf(tx, source, wish, recipient)
    if (arrivals.length === 0) return { pairs: [], deliveriesDue: 0 }
    const batch = await Batch.open(
      tx,
      keeping,
      arrivals.map(({ arrival }) => arrival),
    )
    const placed = arrivals.map(({ uid, arrival }) => {
      // What is moved makes its own room.
      const refusal = wish.mode === 'copy' ? batch.admit(arrival) : null
      if (refusal) throw refusal
      return { uid, ...batch.place(recipient, arrival) }
    })
    await batch.write(tx)
    await copySources(tx, source, placed)
    if (wish.mode === 'move') await forget(tx, wish.from, placed)
    return {
      pairs: placed.map(({ uid, seq }) => [uid, seq] as const),
      deliveriesDue: placed.reduce((sum, { deliveriesDue }) => sum + deliveriesDue, 0),
    }
  })
}

/** Its row may be another by now: a message can be moved to where it is. */
async function forget(tx: Queries, from: string, placed: readonly { uid: number }[]): Promise<void> {
  const source = (await lockInbox(tx, from)) as InboxRow
  await deleteRows(
    tx,
    source,
    placed.map(({ uid }) => uid),
  )
}

async function copySources(
  tx: Queries,
  source: InboxRow,
  placed: readonly (PlacedBody & { readonly uid: number })[],
): Promise<void> {
  const copy = (table: string, columns: string) => `
    INSERT INTO ${table} (inbox_id, bucket, seq, ${columns})
    SELECT $5, new.to_bucket, new.to_seq, ${columns}
    FROM ${table} JOIN unnest($6::bigint[], $7::integer[], $8::bigint[]) AS new (uid, to_bucket, to_seq) ON seq = new.uid
    WHERE ${LIVE_OF_LOCKED}`
  const values = [
    placed[0]?.inboxId ?? '',
    placed.map(({ uid }) => uid),
    placed.map(({ bucket }) => bucket),
    placed.map(({ seq }) => seq),
  ] as const
  await tx.run(copy('body', 'n, codec, data'), ...placeOf(source), ...values)
  await tx.run(copy('reading', 'codec, rendition, structure'), ...placeOf(source), ...values)
}

/** The same mails, arriving once more, with their marks. */
async function arrivalsOf(
  tx: Queries,
  source: InboxRow,
  wish: Transfer,
  recipient: Recipient,
): Promise<{ readonly uid: number; readonly arrival: Arrival }[]> {
  const messages = await getMessages(tx, source, wish.uids)
  return (await rowsOf(tx, source, wish.uids)).map((row) => ({
    uid: row.uid,
    arrival: toArrival(messages.get(row.uid) as StoredMessage, row, wish.at, recipient),
  }))
}

function toArrival(message: StoredMessage, row: MarkedRow, at: number, recipient: Recipient): Arrival {
  const { from, fromName, to, subject } = message
  return {
    ...message,
    recipients: [recipient],
    receivedAt: at,
    raw: new Uint8Array(),
    summary: { from, fromName, to, subject, receivedCount: 0 },
    filed: { seen: row.seen, flags: row.flags, internalDate: row.internalDate },
  }
}
