import { DomainError } from '../../domain/domain-error.ts'
import { inboxCreated, messageReceived } from '../../domain/event-data.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { MessageRow } from '../../domain/message.ts'
import type { Claim, Claimed } from '../../domain/ports.ts'
import { Announcer } from './announce.ts'
import type { Database } from './database.ts'
import { emit } from './events.ts'
import { addHeldBytes } from './held-total.ts'
import { type InboxRow, inboxByAddress, inboxRow, insertInbox } from './inboxes.ts'
import { deleteOldest, listMessages } from './messages.ts'
import { Releases } from './releases.ts'

export function claim(db: Database, wish: Claim): Claimed {
  return db.transaction(() => {
    const account = db.get<{ no: number; inboxCount: number }>(
      'SELECT no, inbox_count AS inboxCount FROM account WHERE id = ? AND deleted_at IS NULL',
      wish.accountId,
    )
    if (!account) throw new DomainError('not_found', 'This account is gone.')
    const row = inboxRow(db, wish.address)
    const free = !row || row.accountNo === null
    if (!free && row.accountNo !== account.no) {
      throw new DomainError('inbox_taken', 'This address is an inbox of another account. Choose another address.')
    }
    if (free && account.inboxCount >= wish.inboxCap) {
      throw new DomainError('inbox_limit_reached', 'No inbox is left.')
    }
    const deliveriesDue = free ? take(db, wish, account.no, row ?? insertInbox(db, wish.address, null, wish.at)) : 0
    return { inbox: inboxByAddress(db, wish.address) as Inbox, claimed: free, deliveriesDue }
  })
}

/** The inbox with the mail held for it becomes the account's, and the log says so in that order. */
function take(db: Database, wish: Claim, accountNo: number, inbox: InboxRow): number {
  dropExpired(db, inbox, wish.heldSince)
  const held = listMessages(db, inbox.id, { limit: inbox.messageCount }).reverse()
  const bytes = held.reduce((sum, message) => sum + message.sizeBytes, 0)
  addHeldBytes(db, -bytes)
  const expiresAt = wish.expiresAt ?? null
  db.run(
    `UPDATE inbox SET account_no = ?1, created_at = ?2, last_read_at = ?2, label = ?3, expires_at = ?4,
       sweep_at = min(sweep_at, coalesce(?4, sweep_at)) WHERE no = ?5`,
    accountNo,
    wish.at,
    wish.label ?? null,
    expiresAt,
    inbox.no,
  )
  db.run(
    'UPDATE account SET inbox_count = inbox_count + 1, stored_bytes = stored_bytes + ? WHERE no = ?',
    bytes,
    accountNo,
  )
  const common = { accountNo, at: wish.at, inboxNo: inbox.no }
  emit(db, { ...common, type: 'inbox.created', messageSeq: null })
  for (const message of held) emit(db, { ...common, type: 'message.received', messageSeq: message.seq })
  return wish.webhooks ? announce(db, wish, accountNo, inbox.id, held) : 0
}

function announce(
  db: Database,
  { address, at }: Claim,
  accountNo: number,
  inboxId: string,
  held: MessageRow[],
): number {
  const announcer = new Announcer(db)
  const place = { inboxId, inbox: address }
  const created = announcer.announce(accountNo, 'inbox.created', address, at, () => inboxCreated(place, at))
  const received = held.map((message) =>
    announcer.announce(accountNo, 'message.received', address, at, () => messageReceived(place, message)),
  )
  return received.reduce((sum, due) => sum + due, created)
}

function dropExpired(db: Database, inbox: InboxRow, since: number): void {
  const releases = new Releases()
  const { bytes } = deleteOldest(db, inbox.no, since - 1, inbox.messageCount, releases)
  addHeldBytes(db, -bytes)
  releases.carryOut(db)
}
