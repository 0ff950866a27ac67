import { DomainError } from '../../domain/domain-error.ts'
import { messageReceived } from '../../domain/event-data.ts'
import type { Arrival, HeldBounds, Placed, Recipient } from '../../domain/ports.ts'
import { Announcer } from './announce.ts'
import type { BodyPlace } from './bodies.ts'
import type { Database } from './database.ts'
import { insertEvent } from './events.ts'
import { boundAddress, boundTotal } from './held.ts'
import { addHeldBytes } from './held-total.ts'
import { type InboxRow, inboxRow, insertInbox } from './inboxes.ts'
import { insertMessage } from './messages.ts'
import { Releases } from './releases.ts'

interface AccountState {
  readonly no: number
  readonly id: string
  /** With what this batch has admitted. */
  storedBytes: number
  eventSeq: number
  readonly webhookCount: number
}

type InboxState = { -readonly [K in keyof InboxRow]: InboxRow[K] }

const ACCOUNT = `SELECT no, id, stored_bytes AS storedBytes, event_seq AS eventSeq, webhook_count AS webhookCount
  FROM account WHERE no = ?`

/** One transaction's worth of arrivals. What they have in common is read once and written once. */
export class Batch {
  readonly #db: Database
  readonly #bounds: HeldBounds
  readonly #accounts = new Map<number, AccountState>()
  readonly #inboxes = new Map<string, InboxState>()
  readonly #releases = new Releases()
  readonly #announcer: Announcer
  #heldBytes = 0

  constructor(db: Database, bounds: HeldBounds) {
    this.#db = db
    this.#bounds = bounds
    this.#announcer = new Announcer(db)
  }

  /** Null where there is room for it, which is then taken; else the reason, and nothing is. */
  admit({ recipients, sizeBytes }: Arrival): DomainError | null {
    const shares = new Map<AccountState, number>()
    for (const [address, cap] of new Map(recipients.map((one) => [one.address, one.storedBytesCap]))) {
      const accountNo = this.#inbox(address)?.accountNo ?? null
      if (accountNo === null) {
        if (sizeBytes > this.#bounds.maxBytes) return tooLargeToHold()
        continue
      }
      const account = this.#account(accountNo)
      const share = (shares.get(account) ?? 0) + sizeBytes
      shares.set(account, share)
      if (cap !== null && account.storedBytes + share > cap) return full()
    }
    for (const [account, share] of shares) account.storedBytes += share
    return null
  }

  place({ address, webhooks }: Recipient, arrival: Arrival, body: BodyPlace): Placed {
    const inbox = this.#inbox(address) ?? this.#newInbox(address, arrival.receivedAt)
    const seq = ++inbox.lastSeq
    const modSeq = ++inbox.revision
    const receivedAt = Math.max(arrival.receivedAt, inbox.lastMessageAt ?? 0)
    inbox.lastMessageAt = receivedAt
    inbox.messageCount++
    insertMessage(this.#db, { ...arrival, inboxNo: inbox.no, seq, modSeq, body, receivedAt })
    if (inbox.accountNo === null) {
      this.#hold(inbox, arrival.sizeBytes)
      return { inboxId: inbox.id, accountId: null, seq, deliveriesDue: 0 }
    }
    const account = this.#account(inbox.accountNo)
    // What is filed in a folder has happened already.
    if (inbox.folder !== null) return { inboxId: inbox.id, accountId: account.id, seq, deliveriesDue: 0 }
    insertEvent(this.#db, ++account.eventSeq, {
      accountNo: account.no,
      type: 'message.received',
      at: receivedAt,
      inboxNo: inbox.no,
      messageSeq: seq,
    })
    const message = {
      ...arrival.summary,
      seq,
      receivedAt,
      envelopeFrom: arrival.envelopeFrom,
      sizeBytes: arrival.sizeBytes,
    }
    const tells = webhooks && account.webhookCount > 0
    const deliveriesDue = tells
      ? this.#announcer.announce(account.no, 'message.received', address, receivedAt, () =>
          messageReceived({ inboxId: inbox.id, inbox: address }, message),
        )
      : 0
    return { inboxId: inbox.id, accountId: account.id, seq, deliveriesDue }
  }

  /** Before the transaction commits. */
  finish(): void {
    for (const { no, storedBytes, eventSeq } of this.#accounts.values()) {
      this.#db.run('UPDATE account SET stored_bytes = ?, event_seq = ? WHERE no = ?', storedBytes, eventSeq, no)
    }
    if (this.#heldBytes !== 0) {
      addHeldBytes(this.#db, this.#heldBytes)
      boundTotal(this.#db, this.#bounds, this.#releases)
    }
    this.#releases.carryOut(this.#db)
  }

  #hold(inbox: InboxState, bytes: number): void {
    const evicted = boundAddress(this.#db, inbox.no, inbox.messageCount, this.#bounds, this.#releases)
    inbox.messageCount = Math.min(inbox.messageCount, this.#bounds.maxPerAddress)
    this.#heldBytes += bytes - evicted
  }

  #inbox(address: string): InboxState | undefined {
    const known = this.#inboxes.get(address)
    if (known) return known
    const row = inboxRow(this.#db, address)
    if (row) this.#inboxes.set(address, row)
    return row
  }

  #newInbox(address: string, at: number): InboxState {
    const row = insertInbox(this.#db, address, null, at)
    this.#inboxes.set(address, row)
    return row
  }

  #account(no: number): AccountState {
    let account = this.#accounts.get(no)
    if (!account) {
      account = this.#db.get<AccountState>(ACCOUNT, no) as AccountState
      this.#accounts.set(no, account)
    }
    return account
  }
}

function full(): DomainError {
  return new DomainError('inbox_full', 'The account of this inbox has no room left.')
}

function tooLargeToHold(): DomainError {
  return new DomainError('storage_full', 'The message is larger than all held mail may be.')
}
