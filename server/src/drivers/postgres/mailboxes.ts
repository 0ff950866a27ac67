import { DomainError } from '../../domain/domain-error.ts'
import { newId } from '../../domain/ids.ts'
import type { FolderOwner, Mailbox, MarkedRow } from '../../domain/mailbox.ts'
import type { RowPage } from '../../domain/mailbox-store.ts'
import type { Database, Queries } from './database.ts'
import { detach, type InboxRow, insertInboxes, lockInboxes } from './inboxes.ts'
import { LIVE_OF_LOCKED, placeOf } from './live.ts'
import { LIVE, type LiveReader } from './live-reader.ts'

const MAILBOX = `SELECT i.id, i.account_id, i.folder, i.address, i.uid_validity, i.last_seq AS last_uid,
    i.revision AS mod_seq, i.marks_modseq AS marks_mod_seq, i.message_count, i.unread_count AS unseen_count, i.stored_bytes,
    i.last_read_at FROM inbox i`

export async function getMailbox(db: Queries, id: string): Promise<Mailbox | null> {
  return (await db.get<Mailbox>(`${MAILBOX} WHERE i.id = $1 AND i.account_id IS NOT NULL`, id)) ?? null
}

/** The key under which an owner's folders and subscriptions stand. Null where the owner is gone. */
async function parentOf(db: Queries, { accountId, inboxId }: FolderOwner): Promise<string | null> {
  const own =
    inboxId === null
      ? await db.get('SELECT 1 FROM account WHERE id = $1', accountId)
      : await db.get('SELECT 1 FROM inbox WHERE id = $1 AND account_id = $2', inboxId, accountId)
  return own ? (inboxId ?? '') : null
}

/** The same, locked: of two that make one of the same name, or one too many, the second finds the first. */
async function lockParent(tx: Queries, { accountId, inboxId }: FolderOwner): Promise<string | null> {
  const own =
    inboxId === null
      ? await tx.get('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', accountId)
      : await tx.get('SELECT 1 FROM inbox WHERE id = $1 AND account_id = $2 FOR UPDATE', inboxId, accountId)
  return own ? (inboxId ?? '') : null
}

export async function listFolders(db: Queries, owner: FolderOwner): Promise<Mailbox[]> {
  const parent = await parentOf(db, owner)
  if (parent === null) return []
  return db.all<Mailbox>(
    `${MAILBOX} JOIN folder f ON f.inbox_id = i.id WHERE f.account_id = $1 AND f.parent_id = $2 ORDER BY f.name`,
    owner.accountId,
    parent,
  )
}

export async function getFolder(db: Queries, owner: FolderOwner, name: string): Promise<Mailbox | null> {
  const parent = await parentOf(db, owner)
  if (parent === null) return null
  const found = `${MAILBOX} WHERE i.id = (
    SELECT inbox_id FROM folder WHERE account_id = $1 AND parent_id = $2 AND name = $3)`
  return (await db.get<Mailbox>(found, owner.accountId, parent, name)) ?? null
}

export function createFolder(
  db: Database,
  owner: FolderOwner,
  name: string,
  at: number,
  cap: number,
): Promise<Mailbox> {
  return db.transaction(async (tx) => {
    const parent = await lockParent(tx, owner)
    if (parent === null) throw new DomainError('not_found', 'The inbox is gone.')
    const names = await namesOf(tx, owner.accountId, parent)
    if (names.has(name)) throw taken(name)
    if (names.size >= cap) throw new DomainError('forbidden', `There are ${cap} folders already, and may not be more.`)
    const id = newId('ibx')
    const address = `folder:${id}`
    await tx.run('INSERT INTO address (address, inbox_id) VALUES ($1, $2)', address, id)
    await insertInboxes(tx, [{ id, address, at }])
    const place = 'UPDATE inbox SET account_id = $2, folder = $3, parent_id = $4 WHERE id = $1'
    await tx.run(place, id, owner.accountId, name, parent)
    const insert = 'INSERT INTO folder (account_id, parent_id, name, inbox_id) VALUES ($1, $2, $3, $4)'
    await tx.run(insert, owner.accountId, parent, name, id)
    return (await getMailbox(tx, id)) as Mailbox
  })
}

async function namesOf(tx: Queries, accountId: string, parent: string): Promise<Map<string, string>> {
  const select = 'SELECT name, inbox_id FROM folder WHERE account_id = $1 AND parent_id = $2'
  const rows = await tx.all<{ name: string; inboxId: string }>(select, accountId, parent)
  return new Map(rows.map(({ name, inboxId }) => [name, inboxId]))
}

export function renameFolder(db: Database, owner: FolderOwner, from: string, to: string): Promise<void> {
  return db.transaction(async (tx) => {
    const parent = await lockParent(tx, owner)
    const names = parent === null ? new Map<string, string>() : await namesOf(tx, owner.accountId, parent)
    const moved = [...names].filter(([name]) => name === from || name.startsWith(`${from}/`))
    if (moved.length === 0) throw new DomainError('not_found', 'There is no folder of this name.')
    const stay = new Set([...names.keys()].filter((name) => !moved.some(([own]) => own === name)))
    const renamed = moved.map(([name, id]) => ({ id, name: to + name.slice(from.length) }))
    for (const { name } of renamed) if (stay.has(name)) throw taken(name)
    const ids = renamed.map(({ id }) => id)
    // Taken out and put back: one of them may be going where another still is.
    await tx.run('DELETE FROM folder WHERE account_id = $1 AND inbox_id = ANY($2)', owner.accountId, ids)
    await tx.run(
      `INSERT INTO folder (account_id, parent_id, name, inbox_id)
       SELECT $1, $2, name, id FROM unnest($3::text[], $4::text[]) AS new (name, id)`,
      owner.accountId,
      parent,
      renamed.map(({ name }) => name),
      ids,
    )
    await lockInboxes(tx, ids)
    await tx.run(
      'UPDATE inbox i SET folder = new.name FROM unnest($1::text[], $2::text[]) AS new (id, name) WHERE i.id = new.id',
      ids,
      renamed.map(({ name }) => name),
    )
  })
}

export function deleteFolder(db: Database, owner: FolderOwner, name: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const folder = await getFolder(tx, owner, name)
    if (!folder) return false
    const rows = await lockInboxes(tx, [folder.id])
    const own = rows.filter(({ accountId }) => accountId === owner.accountId)
    await detach(tx, owner.accountId, own)
    return own.length > 0
  })
}

function taken(name: string): DomainError {
  return new DomainError('conflict', `There is a folder ${name} already.`)
}

interface Row extends Omit<MarkedRow, 'flags'> {
  readonly flags: string
}

const MARKED = `seq AS uid, modseq AS mod_seq, seen, flags, coalesce(internal_date, received_at) AS internal_date,
  size AS size_bytes`

export async function listRows(reader: LiveReader, id: string, page: RowPage): Promise<MarkedRow[]> {
  const rows = await reader.all<Row>(
    id,
    `SELECT ${MARKED} FROM message WHERE ${LIVE} AND seq > $4 AND modseq > $5 ORDER BY seq LIMIT $6`,
    'found.uid',
    page.after,
    page.changedSince,
    page.limit,
  )
  return rows.map(toMarkedRow)
}

/** In the order of `uids`, without those that are gone. */
export async function rowsOf(tx: Queries, inbox: InboxRow, uids: readonly number[]): Promise<MarkedRow[]> {
  const select = `SELECT ${MARKED} FROM message WHERE ${LIVE_OF_LOCKED} AND seq = ANY($5)`
  const found = await tx.all<Row>(select, ...placeOf(inbox), uids)
  const rows = new Map(found.map((row) => [row.uid, toMarkedRow(row)]))
  return uids.map((uid) => rows.get(uid)).filter((row) => row !== undefined)
}

export async function listUids(reader: LiveReader, id: string, after: number, limit: number): Promise<number[]> {
  const select = `SELECT seq FROM message WHERE ${LIVE} AND seq > $4 ORDER BY seq LIMIT $5`
  return (await reader.all<{ seq: number }>(id, select, 'found.seq', after, limit)).map(({ seq }) => seq)
}

export async function firstRecent(db: Queries, id: string): Promise<number> {
  const select = 'SELECT recent_after AS after FROM inbox WHERE id = $1'
  return ((await db.get<{ after: number }>(select, id))?.after ?? 0) + 1
}

/** Of two that ask at once one is told of the new ones. */
export function takeRecent(db: Database, id: string, through: number): Promise<number> {
  return db.transaction(async (tx) => {
    const select = 'SELECT recent_after AS after FROM inbox WHERE id = $1 FOR UPDATE'
    const after = (await tx.get<{ after: number }>(select, id))?.after ?? 0
    if (through > after) await tx.run('UPDATE inbox SET recent_after = $1 WHERE id = $2', through, id)
    return after + 1
  })
}

function toMarkedRow({ uid, modSeq, seen, flags, internalDate, sizeBytes }: Row): MarkedRow {
  return { uid, modSeq, seen, flags: flags === '' ? [] : flags.split(' '), internalDate, sizeBytes }
}

export async function getStructure(reader: LiveReader, id: string, uid: number): Promise<string | null> {
  const select = `SELECT structure FROM reading WHERE ${LIVE} AND seq = $4`
  const [row] = await reader.all<{ structure: string | null }>(id, select, 'found.structure', uid)
  return row?.structure ?? null
}

export async function listSubscriptions(db: Queries, owner: FolderOwner): Promise<string[]> {
  const parent = await parentOf(db, owner)
  if (parent === null) return []
  const select = 'SELECT name FROM subscription WHERE account_id = $1 AND parent_id = $2 ORDER BY name'
  return (await db.all<{ name: string }>(select, owner.accountId, parent)).map(({ name }) => name)
}

export function subscribe(db: Database, owner: FolderOwner, name: string, cap: number): Promise<void> {
  return db.transaction(async (tx) => {
    const parent = await lockParent(tx, owner)
    if (parent === null) throw new DomainError('not_found', 'The inbox is gone.')
    if ((await listSubscriptions(tx, owner)).length >= cap) {
      throw new DomainError('forbidden', `There are ${cap} subscriptions already, and may not be more.`)
    }
    const insert = 'INSERT INTO subscription (account_id, parent_id, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
    await tx.run(insert, owner.accountId, parent, name)
  })
}

export async function unsubscribe(db: Queries, owner: FolderOwner, name: string): Promise<void> {
  const parent = await parentOf(db, owner)
  if (parent === null) return
  const remove = 'DELETE FROM subscription WHERE account_id = $1 AND parent_id = $2 AND name = $3'
  await db.run(remove, owner.accountId, parent, name)
}
