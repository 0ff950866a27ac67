import { DomainError } from '../../domain/domain-error.ts'
import type { FolderOwner, Mailbox, MarkedRow } from '../../domain/mailbox.ts'
import type { RowPage } from '../../domain/mailbox-store.ts'
import type { Database } from './database.ts'
import { detachInbox, insertInbox } from './inboxes.ts'
import { bodyOf } from './messages.ts'

const MAILBOX = `SELECT i.id, a.id AS accountId, i.folder, i.address, i.uid_validity AS uidValidity, i.last_seq AS lastUid,
    i.revision AS modSeq, i.marks_modseq AS marksModSeq, i.message_count AS messageCount,
    i.unread_count AS unseenCount, i.stored_bytes AS storedBytes, i.last_read_at AS lastReadAt
  FROM inbox i JOIN account a ON a.no = i.account_no`

export function getMailbox(db: Database, id: string): Mailbox | null {
  return db.get<Mailbox>(`${MAILBOX} WHERE i.id = ?`, id) ?? null
}

/** The keys under which an owner's folders and subscriptions stand. */
export interface OwnerNumbers {
  readonly accountNo: number
  readonly parentNo: number
}

export function ownerNumbers(db: Database, { accountId, inboxId }: FolderOwner): OwnerNumbers | null {
  if (inboxId === null) {
    return db.get<OwnerNumbers>('SELECT no AS accountNo, 0 AS parentNo FROM account WHERE id = ?', accountId) ?? null
  }
  const select = `SELECT a.no AS accountNo, i.no AS parentNo FROM inbox i JOIN account a ON a.no = i.account_no
    WHERE i.id = ? AND a.id = ?`
  return db.get<OwnerNumbers>(select, inboxId, accountId) ?? null
}

const OF_OWNER = 'i.account_no = ? AND i.parent_no = ? AND i.folder IS NOT NULL'

export function listFolders(db: Database, owner: FolderOwner): Mailbox[] {
  const numbers = ownerNumbers(db, owner)
  if (!numbers) return []
  return db.all<Mailbox>(`${MAILBOX} WHERE ${OF_OWNER} ORDER BY i.folder`, numbers.accountNo, numbers.parentNo)
}

export function getFolder(db: Database, owner: FolderOwner, name: string): Mailbox | null {
  const numbers = ownerNumbers(db, owner)
  if (!numbers) return null
  const { accountNo, parentNo } = numbers
  return db.get<Mailbox>(`${MAILBOX} WHERE ${OF_OWNER} AND i.folder = ?`, accountNo, parentNo, name) ?? null
}

export function createFolder(db: Database, owner: FolderOwner, name: string, at: number, cap: number): Mailbox {
  return db.transaction(() => {
    const numbers = ownerNumbers(db, owner)
    if (!numbers) throw new DomainError('not_found', 'The inbox is gone.')
    const folders = listFolders(db, owner)
    if (folders.some(({ folder }) => folder === name)) throw taken(name)
    if (folders.length >= cap)
      throw new DomainError('forbidden', `There are ${cap} folders already, and may not be more.`)
    const { no, id } = insertInbox(db, `folder:${owner.accountId}:${numbers.parentNo}:${name}`, numbers.accountNo, at)
    db.run(
      `UPDATE inbox SET folder = ?, parent_no = ?, address = 'folder:' || id WHERE no = ?`,
      name,
      numbers.parentNo,
      no,
    )
    return getMailbox(db, id) as Mailbox
  })
}

export function renameFolder(db: Database, owner: FolderOwner, from: string, to: string): void {
  db.transaction(() => {
    const folders = listFolders(db, owner)
    const moved = folders.filter(({ folder }) => folder === from || folder?.startsWith(`${from}/`))
    if (moved.length === 0) throw new DomainError('not_found', 'There is no folder of this name.')
    const stay = new Set(folders.filter((folder) => !moved.includes(folder)).map(({ folder }) => folder))
    const renamed = moved.map(({ id, folder }) => ({ id, name: to + (folder as string).slice(from.length) }))
    for (const { name } of renamed) if (stay.has(name)) throw taken(name)
    // By way of names that nobody has: one of them may be going where another still is.
    for (const { id } of renamed) db.run(`UPDATE inbox SET folder = char(0) || id WHERE id = ?`, id)
    for (const { id, name } of renamed) db.run('UPDATE inbox SET folder = ? WHERE id = ?', name, id)
  })
}

export function deleteFolder(db: Database, owner: FolderOwner, name: string): boolean {
  return db.transaction(() => {
    const folder = getFolder(db, owner, name)
    return folder !== null && detachInbox(db, folder.id)
  })
}

function taken(name: string): DomainError {
  return new DomainError('conflict', `There is a folder ${name} already.`)
}

const OF_MAILBOX = 'inbox_no = (SELECT no FROM inbox WHERE id = ?)'

interface Row extends Omit<MarkedRow, 'seen' | 'flags'> {
  readonly seen: number
  readonly flags: string
}

const MARKED = `seq AS uid, modseq AS modSeq, seen, flags, coalesce(internal_date, received_at) AS internalDate,
  size AS sizeBytes`

export function listRows(db: Database, id: string, { after, changedSince, limit }: RowPage): MarkedRow[] {
  const select = `SELECT ${MARKED} FROM message WHERE ${OF_MAILBOX} AND seq > ? AND modseq > ? ORDER BY seq LIMIT ?`
  return db.all<Row>(select, id, after, changedSince, limit).map(toMarkedRow)
}

export function getRow(db: Database, id: string, uid: number): MarkedRow | null {
  const row = db.get<Row>(`SELECT ${MARKED} FROM message WHERE ${OF_MAILBOX} AND seq = ?`, id, uid)
  return row ? toMarkedRow(row) : null
}

export function listUids(db: Database, id: string, after: number, limit: number): number[] {
  const select = `SELECT seq FROM message WHERE ${OF_MAILBOX} AND seq > ? ORDER BY seq LIMIT ?`
  return db.all<{ seq: number }>(select, id, after, limit).map(({ seq }) => seq)
}

/** No transaction where there is nothing to take: sessions ask at every select. */
export function firstRecent(db: Database, id: string, through: number, take: boolean): number {
  const after = db.get<{ after: number }>('SELECT recent_after AS after FROM inbox WHERE id = ?', id)?.after ?? 0
  if (take && through > after) db.run('UPDATE inbox SET recent_after = ? WHERE id = ?', through, id)
  return after + 1
}

function toMarkedRow({ seen, flags, ...row }: Row): MarkedRow {
  return { ...row, seen: seen === 1, flags: flags === '' ? [] : flags.split(' ') }
}

export function getStructure(db: Database, id: string, uid: number): string | null {
  const place = bodyOf(db, id, uid)
  if (!place) return null
  const select = 'SELECT data FROM structure WHERE body_no = ? AND body_at = ?'
  return db.get<{ data: string }>(select, place.no, place.at)?.data ?? null
}

export function saveStructure(db: Database, id: string, uid: number, structure: string): void {
  const place = bodyOf(db, id, uid)
  if (!place) return
  const insert = 'INSERT OR REPLACE INTO structure (body_no, body_at, data) VALUES (?, ?, ?)'
  db.run(insert, place.no, place.at, structure)
}

export function listSubscriptions(db: Database, owner: FolderOwner): string[] {
  const numbers = ownerNumbers(db, owner)
  if (!numbers) return []
  const select = 'SELECT name FROM subscription WHERE account_no = ? AND parent_no = ? ORDER BY name'
  return db.all<{ name: string }>(select, numbers.accountNo, numbers.parentNo).map(({ name }) => name)
}

export function subscribe(db: Database, owner: FolderOwner, name: string, cap: number): void {
  db.transaction(() => {
    const numbers = ownerNumbers(db, owner)
    if (!numbers) throw new DomainError('not_found', 'The inbox is gone.')
    if (listSubscriptions(db, owner).length >= cap) {
      throw new DomainError('forbidden', `There are ${cap} subscriptions already, and may not be more.`)
    }
    const insert = 'INSERT OR IGNORE INTO subscription (account_no, parent_no, name) VALUES (?, ?, ?)'
    db.run(insert, numbers.accountNo, numbers.parentNo, name)
  })
}

export function unsubscribe(db: Database, owner: FolderOwner, name: string): void {
  const numbers = ownerNumbers(db, owner)
  if (!numbers) return
  const { accountNo, parentNo } = numbers
  db.run('DELETE FROM subscription WHERE account_no = ? AND parent_no = ? AND name = ?', accountNo, parentNo, name)
}
