import { changeMarks } from '../../domain/change-marks.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { FolderOwner, Mailbox, MarkedRow } from '../../domain/mailbox.ts'
import type * as ports from '../../domain/mailbox-store.ts'
import type { Placed } from '../../domain/ports.ts'
import type { Directory } from './directory.ts'
import type { InboxState, Mailroom, MessageState } from './mailroom.ts'

/** The mailroom as a mail program sees it. */
export class MemoryMailboxes implements ports.MailboxStore {
  readonly #directory: Directory
  readonly #mailroom: Mailroom
  readonly #subscriptions = new Map<string, Set<string>>()

  constructor(directory: Directory, mailroom: Mailroom) {
    this.#directory = directory
    this.#mailroom = mailroom
  }

  async mailbox(id: string): Promise<Mailbox | null> {
    const found = this.#mailroom.mailbox(id)
    return found && viewOf(found)
  }

  async folders(owner: FolderOwner): Promise<readonly Mailbox[]> {
    return this.#of(owner).map(viewOf)
  }

  async folder(owner: FolderOwner, name: string): Promise<Mailbox | null> {
    const found = this.#of(owner).find(({ folder }) => folder === name)
    return found ? viewOf(found) : null
  }

  async createFolder(owner: FolderOwner, name: string, at: number, cap: number): Promise<Mailbox> {
    if (!this.#isThere(owner)) throw new DomainError('not_found', 'The inbox is gone.')
    const folders = this.#of(owner)
    if (folders.some(({ folder }) => folder === name)) throw taken(name)
    if (folders.length >= cap)
      throw new DomainError('forbidden', `There are ${cap} folders already, and may not be more.`)
    return viewOf(this.#mailroom.makeFolder(owner.accountId, owner.inboxId, name, at))
  }

  async renameFolder(owner: FolderOwner, from: string, to: string): Promise<void> {
    const folders = this.#of(owner)
    const moved = folders.filter(({ folder }) => folder === from || folder?.startsWith(`${from}/`))
    if (moved.length === 0) throw new DomainError('not_found', 'There is no folder of this name.')
    const stay = new Set(folders.filter((folder) => !moved.includes(folder)).map(({ folder }) => folder))
    const names = moved.map(({ folder }) => to + (folder as string).slice(from.length))
    for (const name of names) if (stay.has(name)) throw taken(name)
    for (const [i, folder] of moved.entries()) folder.folder = names[i] as string
  }

  async deleteFolder(owner: FolderOwner, name: string): Promise<boolean> {
    const found = this.#of(owner).find(({ folder }) => folder === name)
    if (found) this.#mailroom.deleteFolder(found)
    return found !== undefined
  }

  async rows(id: string, { after, changedSince, limit }: ports.RowPage): Promise<readonly MarkedRow[]> {
    const messages = this.#mailroom.messages(id).map(rowOf)
    return messages.filter(({ uid, modSeq }) => uid > after && modSeq > changedSince).slice(0, limit)
  }

  async uids(id: string, after: number, limit: number): Promise<readonly number[]> {
    const uids = this.#mailroom.messages(id).map(({ row }) => row.seq)
    return uids.filter((uid) => uid > after).slice(0, limit)
  }

  async firstRecent(id: string, through: number, take: boolean): Promise<number> {
    const inbox = this.#mailroom.mailbox(id)
    if (!inbox) return 1
    const first = inbox.recentAfter + 1
    if (take) inbox.recentAfter = Math.max(inbox.recentAfter, through)
    return first
  }

  async mark(id: string, uids: readonly number[], change: ports.MarksChange): Promise<ports.MarksOutcome> {
    const inbox = this.#mailroom.mailbox(id)
    const found = uids.map((uid) => inbox?.messages.get(uid)).filter((message) => message !== undefined)
    if (!inbox) return { rows: [], modified: [] }
    const isModified = ({ modSeq }: MessageState) => change.unchangedSince !== null && modSeq > change.unchangedSince
    const modSeq = inbox.revision + 1
    const modified = found.filter(isModified)
    const rows = found.filter((one) => !modified.includes(one)).map((one) => mark(one, change, modSeq))
    return { rows, modified: modified.map(({ row }) => row.seq) }
  }

  async transfer(wish: ports.Transfer): Promise<ports.Transferred> {
    const [source, target] = [this.#mailroom.mailbox(wish.from), this.#mailroom.mailbox(wish.to)]
    if (!source || source.accountId !== target?.accountId) throw new DomainError('not_found', 'The mailbox is gone.')
    const found = wish.uids.map((uid) => source.messages.get(uid)).filter((message) => message !== undefined)
    const account = this.#directory.state(source.accountId as string)
    const bytes = found.reduce((sum, { row }) => sum + row.sizeBytes, 0)
    if (wish.mode === 'copy' && account.storedBytes + bytes > wish.storedBytesCap) {
      throw new DomainError('inbox_full', 'The account of this inbox has no room left.')
    }
    const placed = found.map((message) => this.#place(message, wish, target))
    const uids = found.map(({ row }) => row.seq)
    if (wish.mode === 'move') this.#mailroom.forget(source, uids)
    if (wish.mode === 'move') account.storedBytes -= bytes
    return {
      pairs: uids.map((uid, i) => [uid, (placed[i] as Placed).seq] as const),
      deliveriesDue: placed.reduce((sum, { deliveriesDue }) => sum + deliveriesDue, 0),
    }
  }

  #place(message: MessageState, { at, webhooks }: ports.Transfer, { address }: InboxState): Placed {
    const { row, flags, body } = message
    const outcome = this.#mailroom.append(
      {
        ...row,
        recipients: [{ address, storedBytesCap: null, webhooks }],
        receivedAt: at,
        raw: body,
        summary: { from: row.from, fromName: row.fromName, to: row.to, subject: row.subject, receivedCount: 0 },
        filed: { seen: row.seen, flags, internalDate: rowOf(message).internalDate },
      },
      body,
    )
    if (outcome instanceof DomainError) throw outcome
    return outcome[0] as Placed
  }

  async structure(id: string, uid: number): Promise<string | null> {
    return this.#mailroom.message(id, uid)?.structure ?? null
  }

  async saveStructure(id: string, uid: number, structure: string): Promise<void> {
    const message = this.#mailroom.message(id, uid)
    if (message) message.structure = structure
  }

  async subscriptions(owner: FolderOwner): Promise<readonly string[]> {
    return this.#isThere(owner) ? [...this.#subscribed(owner)].sort() : []
  }

  async subscribe(owner: FolderOwner, name: string, cap: number): Promise<void> {
    if (!this.#isThere(owner)) throw new DomainError('not_found', 'The inbox is gone.')
    const names = this.#subscribed(owner)
    if (names.size >= cap) {
      throw new DomainError('forbidden', `There are ${cap} subscriptions already, and may not be more.`)
    }
    names.add(name)
  }

  async unsubscribe(owner: FolderOwner, name: string): Promise<void> {
    this.#subscribed(owner).delete(name)
  }

  #of({ accountId, inboxId }: FolderOwner): InboxState[] {
    return this.#mailroom.folders(accountId, inboxId)
  }

  #isThere({ accountId, inboxId }: FolderOwner): boolean {
    if (inboxId === null) return this.#directory.account(accountId) !== null
    return this.#mailroom.mailbox(inboxId)?.accountId === accountId
  }

  #subscribed({ accountId, inboxId }: FolderOwner): Set<string> {
    const key = `${accountId} ${inboxId}`
    const names = this.#subscriptions.get(key) ?? new Set<string>()
    this.#subscriptions.set(key, names)
    return names
  }
}

function mark(message: MessageState, change: ports.MarksChange, modSeq: number): MarkedRow {
  const before = rowOf(message)
  const after = changeMarks(before, change, modSeq)
  if (after === before) return before
  const { inbox } = message
  inbox.unreadCount += Number(before.seen) - Number(after.seen)
  inbox.revision = modSeq
  inbox.marksModSeq = modSeq
  message.row = { ...message.row, seen: after.seen }
  message.flags = after.flags
  message.modSeq = modSeq
  return after
}

function rowOf({ row, modSeq, flags, internalDate }: MessageState): MarkedRow {
  return {
    uid: row.seq,
    modSeq,
    seen: row.seen,
    flags,
    internalDate: internalDate ?? row.receivedAt,
    sizeBytes: row.sizeBytes,
  }
}

function viewOf(inbox: InboxState): Mailbox {
  return {
    id: inbox.id,
    accountId: inbox.accountId as string,
    folder: inbox.folder,
    address: inbox.address,
    uidValidity: inbox.uidValidity,
    lastUid: inbox.lastSeq,
    modSeq: inbox.revision,
    marksModSeq: inbox.marksModSeq,
    messageCount: inbox.messageCount,
    unseenCount: inbox.unreadCount,
    storedBytes: inbox.storedBytes,
    lastReadAt: inbox.lastReadAt,
  }
}

function taken(name: string): DomainError {
  return new DomainError('conflict', `There is a folder ${name} already.`)
}
