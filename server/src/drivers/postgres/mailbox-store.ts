import type { FolderOwner, Mailbox, MarkedRow } from '../../domain/mailbox.ts'
import type * as ports from '../../domain/mailbox-store.ts'
import { keepReading } from './change-messages.ts'
import type { Database } from './database.ts'
import type { Keeping } from './keeping.ts'
import type { LiveReader } from './live-reader.ts'
import * as mailboxes from './mailboxes.ts'
import { markMessages } from './marks.ts'
import { transferMessages } from './transfer.ts'

/** Each call is a statement or a transaction of its own. */
export class PostgresMailboxStore implements ports.MailboxStore {
  readonly #db: Database
  readonly #reader: LiveReader
  readonly #keeping: Keeping

  constructor(db: Database, reader: LiveReader, keeping: Keeping) {
    this.#db = db
    this.#reader = reader
    this.#keeping = keeping
  }

  mailbox(id: string): Promise<Mailbox | null> {
    return mailboxes.getMailbox(this.#db, id)
  }

  folders(owner: FolderOwner): Promise<readonly Mailbox[]> {
    return mailboxes.listFolders(this.#db, owner)
  }

  folder(owner: FolderOwner, name: string): Promise<Mailbox | null> {
    return mailboxes.getFolder(this.#db, owner, name)
  }

  createFolder(owner: FolderOwner, name: string, at: number, cap: number): Promise<Mailbox> {
    return mailboxes.createFolder(this.#db, owner, name, at, cap)
  }

  renameFolder(owner: FolderOwner, from: string, to: string): Promise<void> {
    return mailboxes.renameFolder(this.#db, owner, from, to)
  }

  deleteFolder(owner: FolderOwner, name: string): Promise<boolean> {
    return mailboxes.deleteFolder(this.#db, owner, name)
  }

  rows(id: string, page: ports.RowPage): Promise<readonly MarkedRow[]> {
    return mailboxes.listRows(this.#reader, id, page)
  }

  uids(id: string, after: number, limit: number): Promise<readonly number[]> {
    return mailboxes.listUids(this.#reader, id, after, limit)
  }

  async firstRecent(id: string, through: number, take: boolean): Promise<number> {
    const first = await mailboxes.firstRecent(this.#db, id)
    return take && through >= first ? mailboxes.takeRecent(this.#db, id, through) : first
  }

  mark(id: string, uids: readonly number[], change: ports.MarksChange): Promise<ports.MarksOutcome> {
    return markMessages(this.#db, id, uids, change)
  }

  transfer(wish: ports.Transfer): Promise<ports.Transferred> {
    return transferMessages(this.#keeping, wish)
  }

  structure(id: string, uid: number): Promise<string | null> {
    return mailboxes.getStructure(this.#reader, id, uid)
  }

  saveStructure(id: string, uid: number, structure: string): Promise<void> {
    return keepReading(this.#db, id, uid, 'structure', structure)
  }

  subscriptions(owner: FolderOwner): Promise<readonly string[]> {
    return mailboxes.listSubscriptions(this.#db, owner)
  }

  subscribe(owner: FolderOwner, name: string, cap: number): Promise<void> {
    return mailboxes.subscribe(this.#db, owner, name, cap)
  }

  unsubscribe(owner: FolderOwner, name: string): Promise<void> {
    return mailboxes.unsubscribe(this.#db, owner, name)
  }
}
