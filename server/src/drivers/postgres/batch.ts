import { DomainError } from '../../domain/domain-error.ts'
import { messageReceived } from '../../domain/event-data.ts'
import type { PlanName } from '../../domain/plan.ts'
import type { Arrival, Placed, Recipient } from '../../domain/ports.ts'
import { Announcer } from './announce.ts'
import type { BodyPlace } from './bodies.ts'
import { bucketOf } from './buckets.ts'
import type { Queries } from './database.ts'
import { insertEvents, type NewEvent } from './events.ts'
import { boundAddress } from './held.ts'
import { addHeldBytes } from './held-total.ts'
import { type InboxState, saveInboxes, stateOf } from './inbox-state.ts'
import { dropInboxes, type InboxRow, lockAddresses } from './inboxes.ts'
import type { Keeping } from './keeping.ts'
import { insertMessages, type NewMessage } from './messages.ts'

interface AccountState {
  readonly id: string
  readonly plan: PlanName
  /** With what this batch has admitted. */
  storedBytes: number
  eventSeq: number
  readonly webhookCount: number
}

/** Where a message was put, and its source belongs. */
export type PlacedBody = Placed & BodyPlace

/**
 * One transaction's worth of arrivals. All that they touch is locked and read first, then decided on without a word to the
 * server, then written: as many statements for a hundred mails as for one.
 */
export class Batch {
  readonly #keeping: Keeping
  readonly #inboxes: ReadonlyMap<string, InboxState>
  readonly #accounts: ReadonlyMap<string, AccountState>
  readonly #made: ReadonlySet<string>
  readonly #announcer: Announcer
  readonly #messages: NewMessage[] = []
  readonly #events: NewEvent[] = []

  constructor(
    keeping: Keeping,
    inboxes: readonly InboxRow[],
    made: ReadonlySet<string>,
    accounts: readonly AccountState[],
    announcer: Announcer,
  ) {
    this.#keeping = keeping
    this.#inboxes = new Map(inboxes.map((row) => [row.address, stateOf(row)]))
    this.#made = made
    this.#accounts = new Map(accounts.map((account) => [account.id, account]))
    this.#announcer = announcer
  }

  static async open(tx: Queries, keeping: Keeping, arrivals: readonly Arrival[]): Promise<Batch> {
    const firsts = new Map<string, number>()
    for (const { recipients, receivedAt } of arrivals) {
      for (const { address } of recipients) if (!firsts.has(address)) firsts.set(address, receivedAt)
    }
    const { rows, made } = await lockAddresses(tx, firsts)
    const accounts = await lockAccounts(tx, rows)
    const announcer = new Announcer()
    const telling = accounts.filter(({ webhookCount }) => webhookCount > 0).map(({ id }) => id)
    await announcer.listen(tx, telling)
    return new Batch(keeping, rows, made, accounts, announcer)
  }

  /** Null where there is room for it, which is then taken; else the reason, and nothing is. */
  admit({ recipients, sizeBytes }: Arrival): DomainError | null {
    const shares = new Map<AccountState, number>()
    for (const [address, cap] of new Map(recipients.map((one) => [one.address, one.storedBytesCap]))) {
      const account = this.#accountOf(this.#inbox(address))
      if (!account) {
        if (sizeBytes > this.#keeping.held.maxBytes) return tooLargeToHold()
        continue
      }
      const share = (shares.get(account) ?? 0) + sizeBytes
      shares.set(account, share)
      if (cap !== null && account.storedBytes + share > cap) return full()
    }
    for (const [account, share] of shares) account.storedBytes += share
    return null
  }

  place({ address, webhooks }: Recipient, arrival: Arrival): PlacedBody {
    const inbox = this.#inbox(address)
    const account = this.#accountOf(inbox)
    // What nobody has claimed yet is likely to be claimed on the least of plans.
    const keepMs = this.#keeping.retentionMs[account?.plan ?? 'free']
    const { seq, modSeq, receivedAt, bucket } = inbox.take(arrival, (at) => bucketOf(at, keepMs))
    this.#keeping.partitions.require(bucket)
    this.#messages.push({ ...arrival, inboxId: inbox.id, bucket, seq, modSeq, receivedAt })
    const placed = { inboxId: inbox.id, accountId: inbox.accountId, bucket, seq }
    // What is filed in a folder has happened already.
    if (!account || inbox.folder !== null) return { ...placed, deliveriesDue: 0 }
    const event = { type: 'message.received', at: receivedAt, inboxId: inbox.id, messageSeq: seq } as const
    this.#events.push({ ...event, accountId: account.id, seq: ++account.eventSeq })
    if (!webhooks) return { ...placed, deliveriesDue: 0 }
    const { summary, envelopeFrom, sizeBytes } = arrival
    const deliveriesDue = this.#announcer.announce(account.id, 'message.received', address, receivedAt, () =>
      messageReceived({ inboxId: inbox.id, inbox: address }, { ...summary, seq, receivedAt, envelopeFrom, sizeBytes }),
    )
    return { ...placed, deliveriesDue }
  }

  /** All but the sources. */
  async write(tx: Queries): Promise<void> {
    const states = [...this.#inboxes.values()]
    await insertMessages(tx, this.#messages)
    await saveInboxes(tx, states)
    await insertEvents(tx, this.#events)
    await saveAccounts(tx, [...this.#accounts.values()])
    await this.#announcer.write(tx)
    await dropInboxes(
      tx,
      states.filter(({ id, isTouched }) => this.#made.has(id) && !isTouched),
    )
  }

  /** After the sources are written: what goes at once takes its own along. */
  async boundHeld(tx: Queries): Promise<boolean> {
    let bytes = 0
    for (const inbox of this.#inboxes.values()) {
      if (inbox.accountId !== null || !inbox.isTouched) continue
      bytes += inbox.bytes - (await boundAddress(tx, inbox.row, this.#keeping.held))
    }
    await addHeldBytes(tx, bytes)
    return bytes > 0
  }

  #inbox(address: string): InboxState {
    return this.#inboxes.get(address) as InboxState
  }

  #accountOf({ accountId }: InboxState): AccountState | undefined {
    return accountId === null ? undefined : this.#accounts.get(accountId)
  }
}

async function lockAccounts(tx: Queries, inboxes: readonly InboxRow[]): Promise<AccountState[]> {
  const ids = new Set(inboxes.map(({ accountId }) => accountId).filter((id) => id !== null))
  if (ids.size === 0) return []
  return tx.all<AccountState>(
    'SELECT id, plan, stored_bytes, event_seq, webhook_count FROM account WHERE id = ANY($1) ORDER BY id FOR UPDATE',
    [...ids],
  )
}

async function saveAccounts(tx: Queries, accounts: readonly AccountState[]): Promise<void> {
  if (accounts.length === 0) return
  await tx.run(
    `UPDATE account a SET stored_bytes = new.stored_bytes, event_seq = new.event_seq
     FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS new (id, stored_bytes, event_seq) WHERE a.id = new.id`,
    accounts.map(({ id }) => id),
    accounts.map(({ storedBytes }) => storedBytes),
    accounts.map(({ eventSeq }) => eventSeq),
  )
}

function full(): DomainError {
  return new DomainError('inbox_full', 'The account of this inbox has no room left.')
}

function tooLargeToHold(): DomainError {
  return new DomainError('storage_full', 'The message is larger than all held mail may be.')
}
