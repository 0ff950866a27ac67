import type { Account } from '../../domain/account.ts'
import type { ApiKey } from '../../domain/api-key.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { AuditNote } from '../../domain/people-store.ts'
import type { PlanName } from '../../domain/plan.ts'
import type { AccountListing, KeyHolder, NewAccount, NewKey } from '../../domain/ports.ts'
import type { Database } from './database.ts'
import { insertNote } from './people/audit.ts'
import { insertUser } from './people/users.ts'
import { pauseOverCap } from './webhooks.ts'

export const ACCOUNT = `a.id, a.plan, a.created_at AS createdAt, a.inbox_count AS inboxCount, a.stored_bytes AS storedBytes,
  a.suspended_at AS suspendedAt`
export const KEY = `k.id AS keyId, k.name, k.prefix, k.last4, k.scope, k.role, k.created_at AS keyCreatedAt, k.created_by AS createdBy,
  k.last_used_at AS lastUsedAt, k.revoked_at AS revokedAt`

type KeyRow = Account & Omit<ApiKey, 'id' | 'accountId' | 'createdAt'> & { keyId: string; keyCreatedAt: number }

export function createAccount(db: Database, { account, user, key }: NewAccount): void {
  db.transaction(() => {
    const { no } = db.get<{ no: number }>(
      'INSERT INTO account (id, plan, created_at) VALUES (?, ?, ?) RETURNING no',
      account.id,
      account.plan,
      account.createdAt,
    ) as { no: number }
    insertUser(db, no, user)
    if (key) insertKey(db, no, key)
  })
}

export function getAccount(db: Database, id: string): Account | null {
  return db.get<Account>(`SELECT ${ACCOUNT} FROM account a WHERE a.id = ? AND a.deleted_at IS NULL`, id) ?? null
}

export function listAccounts(db: Database, after: string | null, limit: number): AccountListing[] {
  return db.all<AccountListing>(
    `SELECT ${ACCOUNT}, (SELECT email FROM user u WHERE u.account_no = a.no ORDER BY u.no LIMIT 1) AS email FROM account a
     WHERE a.no > coalesce((SELECT no FROM account WHERE id = ?), 0) AND a.deleted_at IS NULL ORDER BY a.no LIMIT ?`,
    after,
    limit,
  )
}

export function setPlan(
  db: Database,
  accountId: string,
  plan: PlanName,
  webhookCap: number,
  note?: AuditNote,
): boolean {
  return db.transaction(() => {
    const update = 'UPDATE account SET plan = ? WHERE id = ? AND deleted_at IS NULL RETURNING no'
    const account = db.get<{ no: number }>(update, plan, accountId)
    if (!account) return false
    // Another plan keeps mail for another time: the sweep has to look at each inbox and log anew.
    db.run('UPDATE inbox SET sweep_at = 0 WHERE account_no = ?', account.no)
    db.run('UPDATE webhook SET sweep_at = 0 WHERE sweep_at IS NOT NULL AND account_no = ?', account.no)
    pauseOverCap(db, accountId, webhookCap)
    if (note) insertNote(db, account.no, note)
    return true
  })
}

export function createKey(db: Database, key: NewKey, note?: AuditNote): void {
  db.transaction(() => {
    const find = 'SELECT no FROM account WHERE id = ? AND deleted_at IS NULL'
    const account = db.get<{ no: number }>(find, key.key.accountId)
    if (!account) throw new DomainError('not_found', `There is no account ${key.key.accountId}.`)
    insertKey(db, account.no, key)
    if (note) insertNote(db, account.no, note)
  })
}

/** Its number. */
export function insertKey(db: Database, accountNo: number, { key, hash }: NewKey): number {
  if (db.get('SELECT 1 FROM api_key WHERE hash = ?', hash)) {
    throw new DomainError('conflict', 'This key exists already.')
  }
  const inserted = db.get<{ no: number }>(
    `INSERT INTO api_key
       (id, account_no, hash, name, prefix, last4, scope, role, created_at, created_by, last_used_at, revoked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING no`,
    key.id,
    accountNo,
    hash,
    key.name,
    key.prefix,
    key.last4,
    key.scope,
    key.role,
    key.createdAt,
    key.createdBy,
    key.lastUsedAt,
    key.revokedAt,
  ) as { no: number }
  return inserted.no
}

export function keyByHash(db: Database, hash: Uint8Array): KeyHolder | null {
  const row = db.get<KeyRow>(
    `SELECT ${ACCOUNT}, ${KEY} FROM api_key k JOIN account a ON a.no = k.account_no
     WHERE k.hash = ? AND a.deleted_at IS NULL`,
    hash,
  )
  if (!row) return null
  const { id, plan, createdAt, inboxCount, storedBytes, suspendedAt, keyId, keyCreatedAt, ...key } = row
  return {
    account: { id, plan, createdAt, inboxCount, storedBytes, suspendedAt },
    key: { ...key, id: keyId, accountId: id, createdAt: keyCreatedAt },
  }
}

export function listKeys(db: Database, accountId: string): ApiKey[] {
  const rows = db.all<Omit<KeyRow, keyof Account>>(
    `SELECT ${KEY} FROM api_key k WHERE k.account_no = (SELECT no FROM account WHERE id = ?) ORDER BY k.no`,
    accountId,
  )
  return rows.map(({ keyId, keyCreatedAt, ...key }) => ({ ...key, id: keyId, accountId, createdAt: keyCreatedAt }))
}

export function revokeKey(db: Database, keyId: string, at: number, note?: AuditNote): boolean {
  return db.transaction(() => {
    const revoke = 'UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL RETURNING account_no AS no'
    const account = db.get<{ no: number }>(revoke, at, keyId)
    if (account && note) insertNote(db, account.no, note)
    return account !== undefined || db.get('SELECT 1 FROM api_key WHERE id = ?', keyId) !== undefined
  })
}

export function touch(db: Database, keys: ReadonlyMap<string, number>, inboxes: ReadonlyMap<string, number>): void {
  db.transaction(() => {
    for (const [id, at] of keys) {
      db.run('UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?', at, id)
    }
    for (const [id, at] of inboxes) {
      db.run('UPDATE inbox SET last_read_at = max(coalesce(last_read_at, 0), ?) WHERE id = ?', at, id)
    }
  })
}
