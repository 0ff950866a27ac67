import { DomainError } from '../../domain/domain-error.ts'
import type { Transfer, Transferred } from '../../domain/mailbox-store.ts'
import type { Arrival, HeldBounds } from '../../domain/ports.ts'
import { Batch } from './batch.ts'
import { shareBody } from './bodies.ts'
import type { Database } from './database.ts'
import { getRow } from './mailboxes.ts'
import { bodyOf, forgetMessages, getMessage } from './messages.ts'

interface Target {
  readonly address: string
  readonly accountNo: number
}

/** What is copied shares its source with the original where it can; what is moved takes it along. */
export function transferMessages(db: Database, wish: Transfer, bounds: HeldBounds): Transferred {
  return db.transaction(() => {
    const select = 'SELECT address, account_no AS accountNo FROM inbox WHERE id = ? AND account_no IS NOT NULL'
    const [source, target] = [wish.from, wish.to].map((id) => db.get<Target>(select, id))
    if (!source || source.accountNo !== target?.accountNo) throw new DomainError('not_found', 'The mailbox is gone.')
    const batch = new Batch(db, bounds)
    const placed = wish.uids.flatMap((uid) => {
      const arrival = arrivalOf(db, wish, uid, target.address)
      const body = bodyOf(db, wish.from, uid)
      if (!arrival || !body) return []
      // What is moved makes its own room.
      const refusal = wish.mode === 'copy' ? batch.admit(arrival) : null
      if (refusal) throw refusal
      const place = wish.mode === 'copy' ? shareBody(db, body) : body
      return [{ uid, ...batch.place(arrival.recipients[0] as Arrival['recipients'][0], arrival, place) }]
    })
    batch.finish()
    if (wish.mode === 'move')
      forgetMessages(
        db,
        wish.from,
        placed.map(({ uid }) => uid),
      )
    return {
      pairs: placed.map(({ uid, seq }) => [uid, seq] as const),
      deliveriesDue: placed.reduce((sum, { deliveriesDue }) => sum + deliveriesDue, 0),
    }
  })
}

/** The same mail, arriving once more, with its marks. Null where it is gone. */
function arrivalOf(db: Database, wish: Transfer, uid: number, address: string): Arrival | null {
  const message = getMessage(db, wish.from, uid)
  const row = getRow(db, wish.from, uid)
  if (!message || !row) return null
  const { from, fromName, to, subject } = message
  return {
    ...message,
    recipients: [{ address, storedBytesCap: wish.storedBytesCap, webhooks: wish.webhooks }],
    receivedAt: wish.at,
    raw: new Uint8Array(),
    summary: { from, fromName, to, subject, receivedCount: 0 },
    filed: { seen: row.seen, flags: row.flags, internalDate: row.internalDate },
  }
}
