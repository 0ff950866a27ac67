import { DomainError } from '../../domain/domain-error.ts'
import { inboxCreated, messageReceived } from '../../domain/event-data.ts'
import { newId } from '../../domain/ids.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { Rendition, StoredMessage } from '../../domain/message.ts'
import type {
  AppendOutcome,
  Arrival,
  Claim,
  Claimed,
  HeldBounds,
  InboxChange,
  InboxPlace,
  Placed,
  Recipient,
  SweepRules,
  Swept,
} from '../../domain/ports.ts'
import type { Directory } from './directory.ts'
import type { MemoryWebhooks } from './webhooks.ts'

export interface MessageState {
  readonly inbox: InboxState
  row: StoredMessage
  readonly body: Uint8Array
  rendition: Rendition | null
  structure: string | null
  modSeq: number
  flags: readonly string[]
  readonly internalDate: number | null
}

export type InboxState = { -readonly [K in keyof Inbox]: Inbox[K] } & {
  /** Of a folder; null for an inbox. */
  folder: string | null
  /** The inbox that a folder stands beside; null for the account's own. */
  parentId: string | null
  readonly uidValidity: number
  marksModSeq: number
  recentAfter: number
  /** By seq, and so in the order in which they came. */
  readonly messages: Map<number, MessageState>
}

/** The inboxes and what is in them. Nothing here waits, so each call is a transaction. */
export class Mailroom {
  readonly #directory: Directory
  readonly #bounds: HeldBounds
  readonly #webhooks: MemoryWebhooks
  readonly #byAddress = new Map<string, InboxState>()
  readonly #byId = new Map<string, InboxState>()
  /** What nobody has claimed, over all addresses, the oldest first. */
  readonly #held = new Set<MessageState>()
  #heldBytes = 0
  #lastUidValidity = 0

  constructor(directory: Directory, bounds: HeldBounds, webhooks: MemoryWebhooks) {
    this.#directory = directory
    this.#bounds = bounds
    this.#webhooks = webhooks
  }

  inbox(address: string): Inbox | null {
    const found = this.#byAddress.get(address)
    return found ? inboxOf(found) : null
  }

  messages(inboxId: string): MessageState[] {
    return [...(this.#byId.get(inboxId)?.messages.values() ?? [])]
  }

  message(inboxId: string, seq: number): MessageState | undefined {
    return this.#byId.get(inboxId)?.messages.get(seq)
  }

  inboxById(id: string): Inbox | null {
    const found = this.#byId.get(id)
    return found && found.folder === null ? inboxOf(found) : null
  }

  /** An inbox or a folder that somebody has. */
  mailbox(id: string): InboxState | null {
    const found = this.#byId.get(id)
    return found && found.accountId !== null ? found : null
  }

  folders(accountId: string, parentId: string | null): InboxState[] {
    return [...this.#byId.values()]
      .filter((one) => one.folder !== null && one.accountId === accountId && one.parentId === parentId)
      .sort((a, b) => ((a.folder as string) < (b.folder as string) ? -1 : 1))
  }

  makeFolder(accountId: string, parentId: string | null, folder: string, at: number): InboxState {
    const made = this.#make(`folder:${accountId} ${parentId} ${folder}`, at)
    return Object.assign(made, { accountId, parentId, folder })
  }

  deleteFolder(folder: InboxState): void {
    for (const message of [...folder.messages.values()]) this.#remove(message)
    this.#drop(folder)
  }

  /** They have moved: what they took is the account's still. */
  forget(inbox: InboxState, uids: readonly number[]): void {
    const account = this.#directory.state(inbox.accountId as string)
    for (const message of uids.map((uid) => inbox.messages.get(uid)).filter((one) => one !== undefined)) {
      account.storedBytes += message.row.sizeBytes
      this.#remove(message)
    }
  }

  inboxes(accountId: string, after: InboxPlace | null, limit: number): Inbox[] {
    const order = (a: InboxPlace, b: InboxPlace) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
    return [...this.#byId.values()]
      .filter((inbox) => inbox.accountId === accountId && (after === null || order(inbox, after) > 0))
      .filter((inbox) => inbox.id !== after?.id && inbox.folder === null)
      .sort(order)
      .slice(0, limit)
      .map(inboxOf)
  }

  update(inboxId: string, change: InboxChange): Inbox | null {
    const inbox = this.#byId.get(inboxId)
    if (!inbox) return null
    if (change.label !== undefined) inbox.label = change.label
    if (change.expiresAt !== undefined) inbox.expiresAt = change.expiresAt
    return inboxOf(inbox)
  }

  delete(inboxId: string): boolean {
    const inbox = this.#byId.get(inboxId)
    if (!inbox?.accountId || inbox.folder !== null) return false
    for (const message of [...inbox.messages.values()]) this.#remove(message)
    this.#drop(inbox)
    return true
  }

  deleteMessages(inboxId: string, seqs: readonly number[]): number {
    const found = seqs.map((seq) => this.message(inboxId, seq)).filter((message) => message !== undefined)
    for (const message of found) this.#remove(message)
    return found.length
  }

  markSeen(inboxId: string, seq: number, seen: boolean): boolean {
    const message = this.message(inboxId, seq)
    if (!message) return false
    if (message.row.seen === seen) return true
    message.row = { ...message.row, seen }
    message.inbox.unreadCount += seen ? -1 : 1
    message.modSeq = ++message.inbox.revision
    message.inbox.marksModSeq = message.modSeq
    return true
  }

  claimMessage(inboxId: string, seq: number, at: number): boolean {
    const message = this.message(inboxId, seq)
    if (!message || message.row.claimedAt !== null) return false
    message.row = { ...message.row, claimedAt: at }
    return true
  }

  touch(inboxId: string, at: number): void {
    const inbox = this.#byId.get(inboxId)
    if (inbox) inbox.lastReadAt = Math.max(inbox.lastReadAt ?? at, at)
  }

  claim(claim: Claim): Claimed {
    const { address, accountId, inboxCap, at, heldSince, label, expiresAt } = claim
    const found = this.#byAddress.get(address)
    if (found?.accountId === accountId) return { inbox: inboxOf(found), claimed: false, deliveriesDue: 0 }
    if (found && found.accountId !== null)
      throw new DomainError('inbox_taken', 'This inbox belongs to another account.')
    const account = this.#directory.state(accountId)
    if (account.inboxCount >= inboxCap) {
      throw new DomainError('inbox_limit_reached', `Your plan allows ${inboxCap} inboxes, and you have them.`)
    }
    const inbox = found ?? this.#make(address, at)
    for (const message of [...inbox.messages.values()]) {
      if (message.row.receivedAt < heldSince) this.#remove(message)
      else this.#release(message)
    }
    inbox.accountId = accountId
    inbox.createdAt = at
    inbox.label = label ?? null
    inbox.expiresAt = expiresAt ?? null
    inbox.revision++
    account.inboxCount++
    account.storedBytes += inbox.storedBytes
    const event = { at, inboxId: inbox.id, inbox: address }
    this.#directory.emit(accountId, { ...event, type: 'inbox.created', messageSeq: null })
    for (const seq of inbox.messages.keys()) {
      this.#directory.emit(accountId, { ...event, type: 'message.received', messageSeq: seq })
    }
    return { inbox: inboxOf(inbox), claimed: true, deliveriesDue: claim.webhooks ? this.#announce(claim, inbox) : 0 }
  }

  #announce({ accountId, address, at }: Claim, inbox: InboxState): number {
    const place = { inboxId: inbox.id, inbox: address }
    const created = this.#webhooks.announce(accountId, 'inbox.created', address, at, () => inboxCreated(place, at))
    const received = [...inbox.messages.values()].map(({ row }) =>
      this.#webhooks.announce(accountId, 'message.received', address, at, () => messageReceived(place, row)),
    )
    return received.reduce((sum, due) => sum + due, created)
  }

  append(arrival: Arrival, body: Uint8Array): AppendOutcome {
    if (this.#isTooLargeToHold(arrival)) {
      return new DomainError('storage_full', 'The message is larger than all held mail may be.')
    }
    if (!this.#hasRoom(arrival)) {
      return new DomainError('inbox_full', 'The account that owns this inbox has no room for the message.')
    }
    const places = new Map<string, Placed>()
    for (const recipient of arrival.recipients) {
      const { address } = recipient
      if (!places.has(address)) places.set(address, this.#put(recipient, arrival, body))
    }
    this.#evict()
    return arrival.recipients.map(({ address }) => places.get(address) as Placed)
  }

  sweep({ now, heldTtlMs, retentionMs, limit }: SweepRules): Swept {
    let [messages, inboxes] = [0, 0]
    for (const inbox of this.#byId.values()) {
      const account = inbox.accountId === null ? null : this.#directory.state(inbox.accountId)
      const expired = inbox.expiresAt !== null && inbox.expiresAt <= now
      const since = expired ? Number.POSITIVE_INFINITY : now - (account ? retentionMs[account.plan] : heldTtlMs)
      for (const message of inbox.messages.values()) {
        if (message.row.receivedAt >= since) break
        if (messages === limit) return { messages, inboxes, more: true }
        this.#remove(message)
        messages++
      }
      const lastUse = Math.max(inbox.createdAt, inbox.lastMessageAt ?? 0, inbox.lastReadAt ?? 0)
      // A folder stays for as long as what it stands beside.
      if (inbox.messages.size > 0 || (account && (inbox.folder !== null || lastUse >= since))) continue
      this.#drop(inbox)
      inboxes++
    }
    return { messages, inboxes, more: false }
  }

  #isTooLargeToHold({ recipients, sizeBytes }: Arrival): boolean {
    if (sizeBytes <= this.#bounds.maxBytes) return false
    return recipients.some(({ address }) => !this.#byAddress.get(address)?.accountId)
  }

  /** Whether every account among the recipients can take its share. */
  #hasRoom({ recipients, sizeBytes }: Arrival): boolean {
    const caps = new Map(recipients.map(({ address, storedBytesCap }) => [address, storedBytesCap]))
    const shares = new Map<string, number>()
    for (const [address, cap] of caps) {
      const accountId = this.#byAddress.get(address)?.accountId
      if (!accountId) continue
      const share = (shares.get(accountId) ?? 0) + sizeBytes
      shares.set(accountId, share)
      if (cap !== null && this.#directory.state(accountId).storedBytes + share > cap) return false
    }
    return true
  }

  #put({ address, webhooks }: Recipient, arrival: Arrival, body: Uint8Array): Placed {
    const { envelopeFrom, sizeBytes, summary } = arrival
    const inbox = this.#byAddress.get(address) ?? this.#make(address, arrival.receivedAt)
    const receivedAt = Math.max(arrival.receivedAt, inbox.lastMessageAt ?? 0)
    const { from, fromName, to, subject } = summary
    const seq = ++inbox.lastSeq
    const row = {
      ...{ seq, receivedAt, sizeBytes, envelopeFrom, from, fromName, to: [...to], subject },
      ...{ seen: arrival.filed?.seen ?? false, claimedAt: null, tls: arrival.tls, peer: arrival.peer, auth: null },
    }
    const { filed } = arrival
    const message = {
      ...{ inbox, row, body, rendition: null, structure: null, modSeq: ++inbox.revision },
      ...{ flags: filed?.flags ?? [], internalDate: filed?.internalDate ?? null },
    }
    inbox.messages.set(seq, message)
    inbox.messageCount++
    if (!row.seen) inbox.unreadCount++
    inbox.storedBytes += sizeBytes
    inbox.lastMessageAt = receivedAt
    const { id: inboxId, accountId } = inbox
    let deliveriesDue = 0
    if (accountId === null) {
      this.#held.add(message)
      this.#heldBytes += sizeBytes
    } else {
      this.#directory.state(accountId).storedBytes += sizeBytes
    }
    // What is filed in a folder has happened already.
    if (accountId !== null && inbox.folder === null) {
      const event = { at: receivedAt, inboxId, inbox: address, messageSeq: seq }
      this.#directory.emit(accountId, { ...event, type: 'message.received' })
      const data = () => messageReceived({ inboxId, inbox: address }, row)
      if (webhooks) {
        deliveriesDue = this.#webhooks.announce(accountId, 'message.received', address, receivedAt, data)
      }
    }
    if (accountId === null && inbox.messageCount > this.#bounds.maxPerAddress) {
      const [oldest] = inbox.messages.values()
      if (oldest) this.#remove(oldest)
    }
    return { inboxId, accountId, seq, deliveriesDue }
  }

  #evict(): void {
    for (const oldest of this.#held) {
      if (this.#heldBytes <= this.#bounds.maxBytes) return
      this.#remove(oldest)
    }
  }

  #drop(inbox: InboxState): void {
    this.#byId.delete(inbox.id)
    this.#byAddress.delete(inbox.address)
    if (inbox.accountId === null) return
    if (inbox.folder !== null) return
    for (const folder of this.folders(inbox.accountId, inbox.id)) this.deleteFolder(folder)
    this.#directory.state(inbox.accountId).inboxCount--
    this.#directory.forgetInbox(inbox.accountId, inbox.id)
  }

  #remove(message: MessageState): void {
    const { inbox, row } = message
    inbox.messages.delete(row.seq)
    inbox.messageCount--
    if (!row.seen) inbox.unreadCount--
    inbox.storedBytes -= row.sizeBytes
    inbox.revision++
    if (inbox.accountId === null) this.#release(message)
    else this.#directory.state(inbox.accountId).storedBytes -= row.sizeBytes
  }

  /** It is held no longer: it is gone, or has an owner. */
  #release(message: MessageState): void {
    if (this.#held.delete(message)) this.#heldBytes -= message.row.sizeBytes
  }

  /** Rises with each mailbox that is made, so that none has that of an earlier one. */
  #newUidValidity(at: number): number {
    this.#lastUidValidity = Math.max(this.#lastUidValidity + 1, Math.floor(at / 1_000))
    return this.#lastUidValidity
  }

  #make(address: string, at: number): InboxState {
    const inbox: InboxState = {
      id: newId('ibx'),
      address,
      accountId: null,
      label: null,
      createdAt: at,
      expiresAt: null,
      lastMessageAt: null,
      lastReadAt: null,
      messageCount: 0,
      unreadCount: 0,
      storedBytes: 0,
      lastSeq: 0,
      revision: 0,
      folder: null,
      parentId: null,
      uidValidity: this.#newUidValidity(at),
      marksModSeq: 0,
      recentAfter: 0,
      messages: new Map(),
    }
    this.#byAddress.set(address, inbox)
    this.#byId.set(inbox.id, inbox)
    return inbox
  }
}

/** A copy: what a caller was told does not change under it. */
function inboxOf(state: InboxState): Inbox {
  const {
    messages: _messages,
    folder: _folder,
    parentId: _parent,
    uidValidity: _uid,
    marksModSeq: _marks,
    recentAfter: _recent,
    ...inbox
  } = state
  return inbox
}
