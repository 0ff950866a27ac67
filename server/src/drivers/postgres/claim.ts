import { DomainError } from '../../domain/domain-error.ts'
import { inboxCreated, messageReceived } from '../../domain/event-data.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { MessageRow } from '../../domain/message.ts'
import type { Claim, Claimed } from '../../domain/ports.ts'
import { Announcer } from './announce.ts'
import { deleteRows } from './change-messages.ts'
import type { Database, Queries } from './database.ts'
import { insertEvents } from './events.ts'
import { addHeldBytes } from './held-total.ts'
import { type InboxRow, inboxByAddress, lockAddresses } from './inboxes.ts'
import { listHeld } from './messages.ts'

export function claim(db: Database, wish: Claim): Promise<Claimed> {
  return db.transaction(async (tx) => {
    if (!(await tx.get('SELECT 1 FROM account WHERE id = $1 AND deleted_at IS NULL', wish.accountId))) throw gone()
    const seen = await inboxByAddress(tx, wish.address)
    const free = !seen || seen.accountId === null ? await lockFree(tx, wish) : null
    if (free) {
      const deliveriesDue = await take(tx, wish, free)
      return { inbox: (await inboxByAddress(tx, wish.address)) as Inbox, claimed: true, deliveriesDue }
    }
    const inbox = (await inboxByAddress(tx, wish.address)) as Inbox
    if (inbox.accountId !== wish.accountId) {
      throw new DomainError('inbox_taken', 'This address is an inbox of another account. Choose another address.')
    }
    return { inbox, claimed: false, deliveriesDue: 0 }
  })
}

/** Null where somebody else was quicker. */
async function lockFree(tx: Queries, { address, at }: Claim): Promise<InboxRow | null> {
  const [inbox] = (await lockAddresses(tx, new Map([[address, at]]))).rows
  return inbox?.accountId === null ? inbox : null
}

/** The inbox with the mail held for it becomes the account's, and the log says so in that order. */
async function take(tx: Queries, wish: Claim, inbox: InboxRow): Promise<number> {
  const account = await lockAccount(tx, wish)
  const all = await listHeld(tx, inbox)
  const expired = all.filter(({ receivedAt }) => receivedAt < wish.heldSince)
  const held = all.slice(expired.length)
  if (expired.length > 0) {
    await deleteRows(
      tx,
      inbox,
      expired.map(({ seq }) => seq),
    )
  }
  await tx.run(
    `UPDATE inbox SET account_id = $1, created_at = $2, last_read_at = $2, label = $3, expires_at = $4,
       sweep_at = least(sweep_at, $4) WHERE id = $5`,
    wish.accountId,
    wish.at,
    wish.label ?? null,
    wish.expiresAt ?? null,
    inbox.id,
  )
  await tx.run(
    `UPDATE account SET inbox_count = inbox_count + 1, stored_bytes = stored_bytes + $1, event_seq = event_seq + $2
     WHERE id = $3`,
    bytesOf(held),
    1 + held.length,
    wish.accountId,
  )
  await log(tx, wish, inbox.id, account.eventSeq, held)
  const deliveriesDue = wish.webhooks && account.webhookCount > 0 ? await announce(tx, wish, inbox.id, held) : 0
  await addHeldBytes(tx, -bytesOf(all))
  return deliveriesDue
}

interface LockedAccount {
  readonly inboxCount: number
  readonly eventSeq: number
  readonly webhookCount: number
}

async function lockAccount(tx: Queries, { accountId, inboxCap }: Claim): Promise<LockedAccount> {
  const account = await tx.get<LockedAccount>(
    `SELECT inbox_count, event_seq, webhook_count FROM account WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
    accountId,
  )
  if (!account) throw gone()
  if (account.inboxCount >= inboxCap) throw new DomainError('inbox_limit_reached', 'No inbox is left.')
  return account
}

async function log(
  tx: Queries,
  { accountId, at }: Claim,
  inboxId: string,
  lastSeq: number,
  held: readonly MessageRow[],
): Promise<void> {
  const common = { accountId, at, inboxId }
  await insertEvents(tx, [
    { ...common, seq: lastSeq + 1, type: 'inbox.created', messageSeq: null },
    ...held.map((message, i) => ({
      ...common,
      seq: lastSeq + 2 + i,
      type: 'message.received' as const,
      messageSeq: message.seq,
    })),
  ])
}

async function announce(
  tx: Queries,
  { accountId, address, at }: Claim,
  inboxId: string,
  held: readonly MessageRow[],
): Promise<number> {
  const announcer = new Announcer()
  await announcer.listen(tx, [accountId])
  const place = { inboxId, inbox: address }
  const created = announcer.announce(accountId, 'inbox.created', address, at, () => inboxCreated(place, at))
  const received = held.map((message) =>
    announcer.announce(accountId, 'message.received', address, at, () => messageReceived(place, message)),
  )
  await announcer.write(tx)
  return received.reduce((sum, due) => sum + due, created)
}

function bytesOf(messages: readonly MessageRow[]): number {
  return messages.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

function gone(): DomainError {
  return new DomainError('not_found', 'This account is gone.')
}
