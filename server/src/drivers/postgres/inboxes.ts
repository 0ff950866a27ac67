import { newId } from '../../domain/ids.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { InboxChange, InboxPlace } from '../../domain/ports.ts'
import type { Database, Queries } from './database.ts'
import { Outdated } from './postgres-error.ts'

/** What the store itself needs to know of an inbox while it has it locked. */
export interface InboxRow {
  readonly id: string
  readonly address: string
  readonly accountId: string | null
  readonly gone: boolean
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly lastReadAt: number | null
  readonly lastMessageAt: number | null
  readonly messageCount: number
  readonly storedBytes: number
  readonly lastSeq: number
  /** Messages up to here are gone. */
  readonly goneSeq: number
  readonly revision: number
  readonly firstBucket: number
  readonly lastBucket: number
  readonly sweepAt: number
  /** Null for an inbox. */
  readonly folder: string | null
}

export const ROW = `id, address, account_id, gone, created_at, expires_at, last_read_at, last_message_at, message_count,
  stored_bytes, last_seq, gone_seq, revision, first_bucket, last_bucket, sweep_at, folder`

const INBOX = `SELECT id, address, account_id, label, created_at, expires_at, last_message_at, last_read_at, message_count,
  unread_count, stored_bytes, last_seq, revision FROM inbox`

export async function inboxByAddress(db: Queries, address: string): Promise<Inbox | null> {
  const found = `${INBOX} WHERE id = (SELECT inbox_id FROM address WHERE address = $1)`
  return (await db.get<Inbox>(found, address)) ?? null
}

export async function inboxById(db: Queries, id: string): Promise<Inbox | null> {
  return (await db.get<Inbox>(`${INBOX} WHERE id = $1 AND folder IS NULL`, id)) ?? null
}

export function listInboxes(db: Queries, accountId: string, after: InboxPlace | null, limit: number): Promise<Inbox[]> {
  return db.all<Inbox>(
    `${INBOX} WHERE account_id = $1 AND (created_at, id) > ($2, $3) AND folder IS NULL ORDER BY created_at, id LIMIT $4`,
    accountId,
    after?.createdAt ?? -1,
    after?.id ?? '',
    limit,
  )
}

/** What has an end of its own has to be looked at by then. */
export async function updateInbox(
  db: Queries,
  inboxId: string,
  { label, expiresAt }: InboxChange,
): Promise<Inbox | null> {
  if (label !== undefined) await db.run('UPDATE inbox SET label = $1 WHERE id = $2', label, inboxId)
  if (expiresAt !== undefined) {
    const update = 'UPDATE inbox SET expires_at = $1, sweep_at = least(sweep_at, $1) WHERE id = $2'
    await db.run(update, expiresAt, inboxId)
  }
  return inboxById(db, inboxId)
}

export async function lockInbox(tx: Queries, id: string): Promise<InboxRow | null> {
  return (await tx.get<InboxRow>(`SELECT ${ROW} FROM inbox WHERE id = $1 FOR UPDATE`, id)) ?? null
}

export function lockInboxes(tx: Queries, ids: readonly string[]): Promise<InboxRow[]> {
  return tx.all<InboxRow>(`SELECT ${ROW} FROM inbox WHERE id = ANY($1) ORDER BY id FOR UPDATE`, ids)
}

/** With its folders. */
export function deleteInbox(db: Database, inboxId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ids = [inboxId, ...(await folderIds(tx, inboxId))]
    const rows = await lockInboxes(tx, ids)
    const inbox = rows.find(({ id }) => id === inboxId)
    if (!inbox || inbox.accountId === null || inbox.folder !== null) return false
    await detach(tx, inbox.accountId, rows)
    await tx.run('DELETE FROM subscription WHERE account_id = $1 AND parent_id = $2', inbox.accountId, inboxId)
    return true
  })
}

export async function folderIds(tx: Queries, parentId: string): Promise<string[]> {
  const select = `SELECT f.inbox_id AS id FROM folder f
    WHERE f.account_id = (SELECT account_id FROM inbox WHERE id = $1) AND f.parent_id = $1`
  return (await tx.all<{ id: string }>(select, parentId)).map(({ id }) => id)
}

/** Locked inboxes and folders of one account lose their names and their owner here; the sweep takes them apart. */
export async function detach(tx: Queries, accountId: string, rows: readonly InboxRow[]): Promise<void> {
  const own = rows.filter((row) => row.accountId === accountId)
  if (own.length === 0) return
  const ids = own.map(({ id }) => id)
  await tx.run(
    'DELETE FROM address WHERE address = ANY($1)',
    own.map(({ address }) => address),
  )
  await tx.run('DELETE FROM folder WHERE account_id = $1 AND inbox_id = ANY($2)', accountId, ids)
  await tx.run(
    `UPDATE inbox SET address = 'gone:' || id, account_id = NULL, gone = true, label = NULL, expires_at = 0, sweep_at = 0
     WHERE id = ANY($1)`,
    ids,
  )
  await tx.run(
    'UPDATE account SET inbox_count = inbox_count - $1, stored_bytes = stored_bytes - $2 WHERE id = $3',
    own.filter(({ folder }) => folder === null).length,
    own.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    accountId,
  )
}

/**
 * The inboxes at these addresses, locked; where there is none, one is made that nobody owns. `made` has the ids of those:
 * what is not needed after all is dropped again with `dropInboxes`.
 */
export async function lockAddresses(
  tx: Queries,
  addresses: ReadonlyMap<string, number>,
): Promise<{ readonly rows: InboxRow[]; readonly made: ReadonlySet<string> }> {
  const wanted = [...addresses.keys()].sort()
  const found = await tx.all<{ address: string; inboxId: string }>(
    'SELECT address, inbox_id FROM address WHERE address = ANY($1)',
    wanted,
  )
  const known = new Map(found.map(({ address, inboxId }) => [address, inboxId]))
  const missing = wanted.filter((address) => !known.has(address))
  const made = missing.length === 0 ? [] : await makeInboxes(tx, missing, addresses)
  const rows = await lockInboxes(tx, [...known.values(), ...made])
  // Somebody deleted one between the two looks.
  if (rows.length !== wanted.length || rows.some(({ address }) => !addresses.has(address))) throw new Outdated()
  return { rows, made: new Set(made) }
}

async function makeInboxes(tx: Queries, missing: string[], at: ReadonlyMap<string, number>): Promise<string[]> {
  const ids = missing.map(() => newId('ibx'))
  const inserted = await tx.run(
    'INSERT INTO address (address, inbox_id) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING',
    missing,
    ids,
  )
  // Somebody was quicker.
  if (inserted !== missing.length) throw new Outdated()
  await insertInboxes(
    tx,
    missing.map((address, i) => ({ id: ids[i] as string, address, at: at.get(address) as number })),
  )
  return ids
}

/** `sweep_at` is never later than the moment when something here expires; the sweep finds the exact one. */
export async function insertInboxes(
  tx: Queries,
  inboxes: readonly { readonly id: string; readonly address: string; readonly at: number }[],
): Promise<void> {
  await tx.run(
    `INSERT INTO inbox (id, address, created_at, sweep_at, uid_validity)
     SELECT id, address, at, at, nextval('uid_validity') FROM unnest($1::text[], $2::text[], $3::bigint[]) AS made (id, address, at)`,
    inboxes.map(({ id }) => id),
    inboxes.map(({ address }) => address),
    inboxes.map(({ at }) => at),
  )
}

/** Locked, and nobody's. */
export async function dropInboxes(
  tx: Queries,
  rows: readonly { readonly id: string; readonly address: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.run(
    'DELETE FROM address WHERE address = ANY($1)',
    rows.map(({ address }) => address),
  )
  await tx.run(
    'DELETE FROM inbox WHERE id = ANY($1)',
    rows.map(({ id }) => id),
  )
}
