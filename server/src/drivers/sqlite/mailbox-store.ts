import type { FolderOwner, Mailbox, MarkedRow } from '../../domain/mailbox.ts'
import type * as ports from '../../domain/mailbox-store.ts'
import type { Database } from './database.ts'
import { firstRecent, getFolder, getMailbox } from './mailboxes.ts'
import type { ReaderOps } from './reader.ts'
import type { WorkerLink } from './worker-link.ts'
import type { WriterOps } from './writer.ts'

/** Which thread does what: writes in the writer, lists in the reader, look-ups of one row here. */
export class SqliteMailboxStore implements ports.MailboxStore {
  readonly #writer: WorkerLink<WriterOps>
  readonly #reader: WorkerLink<ReaderOps>
  readonly #points: Database

  constructor(writer: WorkerLink<WriterOps>, reader: WorkerLink<ReaderOps>, points: Database) {
    this.#writer = writer
    this.#reader = reader
    this.#points = points
  }

  async mailbox(id: string): Promise<Mailbox | null> {
    return getMailbox(this.#points, id)
  }

  folders(owner: FolderOwner): Promise<readonly Mailbox[]> {
    return this.#reader.call('folders', [owner])
  }

  async folder(owner: FolderOwner, name: string): Promise<Mailbox | null> {
    return getFolder(this.#points, owner, name)
  }

  createFolder(owner: FolderOwner, name: string, at: number, cap: number): Promise<Mailbox> {
    return this.#writer.call('createFolder', [owner, name, at, cap])
  }

  renameFolder(owner: FolderOwner, from: string, to: string): Promise<void> {
    return this.#writer.call('renameFolder', [owner, from, to])
  }

  deleteFolder(owner: FolderOwner, name: string): Promise<boolean> {
    return this.#writer.call('deleteFolder', [owner, name])
  }

  rows(id: string, page: ports.RowPage): Promise<readonly MarkedRow[]> {
    return this.#reader.call('markedRows', [id, page])
  }

  uids(id: string, after: number, limit: number): Promise<readonly number[]> {
    return this.#reader.call('uids', [id, after, limit])
  }

  async firstRecent(id: string, through: number, take: boolean): Promise<number> {
    const first = firstRecent(this.#points, id, through, false)
    return take && through >= first ? this.#writer.call('takeRecent', [id, through]) : first
  }

  mark(id: string, uids: readonly number[], change: ports.MarksChange): Promise<ports.MarksOutcome> {
    return this.#writer.call('markMessages', [id, uids, change])
  }

  transfer(wish: ports.Transfer): Promise<ports.Transferred> {
    return this.#writer.call('transferMessages', [wish])
  }

  structure(id: string, uid: number): Promise<string | null> {
    return this.#reader.call('structure', [id, uid])
  }

  saveStructure(id: string, uid: number, structure: string): Promise<void> {
    return this.#writer.call('saveStructure', [id, uid, structure])
  }

  subscriptions(owner: FolderOwner): Promise<readonly string[]> {
    return this.#reader.call('subscriptions', [owner])
  }

  subscribe(owner: FolderOwner, name: string, cap: number): Promise<void> {
    return this.#writer.call('subscribe', [owner, name, cap])
  }

  unsubscribe(owner: FolderOwner, name: string): Promise<void> {
    return this.#writer.call('unsubscribe', [owner, name])
  }
}
