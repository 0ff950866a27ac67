import type { Account } from '../../domain/account.ts'
import type { ApiKey } from '../../domain/api-key.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { AuditNote } from '../../domain/people-store.ts'
import type { PlanName } from '../../domain/plan.ts'
import type { AccountListing, KeyHolder, NewAccount, NewKey } from '../../domain/ports.ts'
import type { Database, Queries } from './database.ts'
import { insertNote } from './people/audit.ts'
import { insertPerson } from './people/users.ts'
import { pauseOverCap } from './webhooks.ts'

export const ACCOUNT = 'a.id, a.plan, a.created_at, a.inbox_count, a.stored_bytes, a.suspended_at'
export const KEY = `k.id AS key_id, k.name, k.prefix, k.last4, k.scope, k.role, k.created_at AS key_created_at, k.created_by,
  k.last_used_at, k.revoked_at`

type KeyRow = Account & Omit<ApiKey, 'id' | 'accountId' | 'createdAt'> & { keyId: string; keyCreatedAt: number }

/** The address of whoever made it. */
export const FIRST_EMAIL = '(SELECT email FROM person p WHERE p.account_id = a.id ORDER BY p.no LIMIT 1) AS email'

export function createAccount(db: Database, { account, user, key }: NewAccount): Promise<void> {
  return db.transaction(async (tx) => {
    const insert = 'INSERT INTO account (id, plan, created_at) VALUES ($1, $2, $3)'
    await tx.run(insert, account.id, account.plan, account.createdAt)
    await insertPerson(tx, account.id, user)
    if (key) await insertKey(tx, account.id, key)
  })
}

export async function getAccount(db: Queries, id: string): Promise<Account | null> {
  return (
    (await db.get<Account>(`SELECT ${ACCOUNT} FROM account a WHERE a.id = $1 AND a.deleted_at IS NULL`, id)) ?? null
  )
}

export function listAccounts(db: Queries, after: string | null, limit: number): Promise<AccountListing[]> {
  return db.all<AccountListing>(
    `SELECT ${ACCOUNT}, ${FIRST_EMAIL} FROM account a
     WHERE a.no > coalesce((SELECT no FROM account WHERE id = $1), 0) AND a.deleted_at IS NULL ORDER BY a.no LIMIT $2`,
    after,
    limit,
  )
}

/** Locked in this order everywhere: addresses, inboxes, accounts, endpoints, domains; of each kind in the order of ids. */
export function setPlan(
  db: Database,
  accountId: string,
  plan: PlanName,
  webhookCap: number,
  note?: AuditNote,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Another plan keeps mail for another time: the sweep has to look at each inbox and log anew.
    await tx.run('SELECT FROM inbox WHERE account_id = $1 ORDER BY id FOR UPDATE', accountId)
    await tx.run('UPDATE inbox SET sweep_at = 0 WHERE account_id = $1', accountId)
    const update = 'UPDATE account SET plan = $1 WHERE id = $2 AND deleted_at IS NULL'
    if ((await tx.run(update, plan, accountId)) === 0) return false
    await tx.run('UPDATE webhook SET sweep_at = 0 WHERE sweep_at IS NOT NULL AND account_id = $1', accountId)
    await pauseOverCap(tx, accountId, webhookCap)
    if (note) await insertNote(tx, accountId, note)
    return true
  })
}

export function createKey(db: Database, key: NewKey, note?: AuditNote): Promise<void> {
  return db.transaction(async (tx) => {
    await requireAccount(tx, key.key.accountId)
    await insertKey(tx, key.key.accountId, key)
    if (note) await insertNote(tx, key.key.accountId, note)
  })
}

/** It stays there until the transaction ends. */
export async function requireAccount(tx: Queries, accountId: string): Promise<void> {
  const find = 'SELECT 1 FROM account WHERE id = $1 AND deleted_at IS NULL FOR SHARE'
  if (!(await tx.get(find, accountId))) throw new DomainError('not_found', `There is no account ${accountId}.`)
}

export async function insertKey(tx: Queries, accountId: string, { key, hash }: NewKey): Promise<void> {
  const inserted = await tx.run(
    `INSERT INTO api_key
       (hash, id, account_id, name, prefix, last4, scope, role, created_at, created_by, last_used_at, revoked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (hash) DO NOTHING`,
    hash,
    key.id,
    accountId,
    key.name,
    key.prefix,
    key.last4,
    key.scope,
    key.role,
    key.createdAt,
    key.createdBy,
    key.lastUsedAt,
    key.revokedAt,
  )
  if (inserted === 0) throw new DomainError('conflict', 'This key exists already.')
}

export async function keyByHash(db: Queries, hash: Uint8Array): Promise<KeyHolder | null> {
  const row = await db.get<KeyRow>(
    `SELECT ${ACCOUNT}, ${KEY} FROM api_key k JOIN account a ON a.id = k.account_id
     WHERE k.hash = $1 AND a.deleted_at IS NULL`,
    hash,
  )
  if (!row) return null
  const { id, plan, createdAt, inboxCount, storedBytes, suspendedAt, keyId, keyCreatedAt, ...key } = row
  return {
    account: { id, plan, createdAt, inboxCount, storedBytes, suspendedAt },
    key: { ...key, id: keyId, accountId: id, createdAt: keyCreatedAt },
  }
}

export async function listKeys(db: Queries, accountId: string): Promise<ApiKey[]> {
  const select = `SELECT ${KEY} FROM api_key k WHERE k.account_id = $1 ORDER BY k.no`
  const rows = await db.all<Omit<KeyRow, keyof Account>>(select, accountId)
  return rows.map(({ keyId, keyCreatedAt, ...key }) => ({ ...key, id: keyId, accountId, createdAt: keyCreatedAt }))
}

export function revokeKey(db: Database, keyId: string, at: number, note?: AuditNote): Promise<boolean> {
  return db.transaction(async (tx) => {
    const revoke = 'UPDATE api_key SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL RETURNING account_id'
    const key = await tx.get<{ accountId: string }>(revoke, at, keyId)
    if (key && note) await insertNote(tx, key.accountId, note)
    return key !== undefined || (await tx.get('SELECT 1 FROM api_key WHERE id = $1', keyId)) !== undefined
  })
}

export async function touch(
  db: Database,
  keys: ReadonlyMap<string, number>,
  inboxes: ReadonlyMap<string, number>,
): Promise<void> {
  await note(db, 'api_key', 'last_used_at', keys)
  await note(db, 'inbox', 'last_read_at', inboxes)
}

async function note(db: Database, table: string, column: string, used: ReadonlyMap<string, number>): Promise<void> {
  if (used.size === 0) return
  await db.transaction(async (tx) => {
    const ids = [...used.keys()]
    await tx.run(`SELECT FROM ${table} WHERE id = ANY($1) ORDER BY id FOR UPDATE`, ids)
    await tx.run(
      `UPDATE ${table} t SET ${column} = greatest(coalesce(t.${column}, 0), used.at)
       FROM unnest($1::text[], $2::bigint[]) AS used (id, at) WHERE t.id = used.id`,
      ids,
      [...used.values()],
    )
  })
}
