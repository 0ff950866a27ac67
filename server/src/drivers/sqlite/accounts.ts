import type { Account } from '../../domain/account.ts'
import type { ApiKey } from '../../domain/api-key.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { PlanName } from '../../domain/plan.ts'
import type { AccountListing, KeyHolder, NewAccount, NewKey } from '../../domain/ports.ts'
import type { Database } from './database.ts'
import { pauseOverCap } from './webhooks.ts'

const ACCOUNT = `a.id, a.plan, a.created_at AS createdAt, a.inbox_count AS inboxCount, a.stored_bytes AS storedBytes`
const KEY = `k.id AS keyId, k.name, k.prefix, k.last4, k.scope, k.created_at AS keyCreatedAt, k.created_by AS createdBy,
  k.last_used_at AS lastUsedAt, k.revoked_at AS revokedAt`

type KeyRow = Account & Omit<ApiKey, 'id' | 'accountId' | 'createdAt'> & { keyId: string; keyCreatedAt: number }

export function createAccount(db: Database, { account, user, key }: NewAccount): void {
  db.transaction(() => {
    if (db.get('SELECT 1 FROM user WHERE email = ?', user.email.toLowerCase())) {
      throw new DomainError('conflict', `There is a user with the e-mail address ${user.email} already.`)
    }
    const { no } = db.get<{ no: number }>(
      'INSERT INTO account (id, plan, created_at) VALUES (?, ?, ?) RETURNING no',
      account.id,
      account.plan,
      account.createdAt,
    ) as { no: number }
    db.run(
      'INSERT INTO user (id, account_no, email, role, created_at) VALUES (?, ?, ?, ?, ?)',
      user.id,
      no,
      user.email.toLowerCase(),
      user.role,
      user.createdAt,
    )
    if (key) insertKey(db, no, key)
  })
}

export function getAccount(db: Database, id: string): Account | null {
  return db.get<Account>(`SELECT ${ACCOUNT} FROM account a WHERE a.id = ?`, id) ?? null
}

export function listAccounts(db: Database, after: string | null, limit: number): AccountListing[] {
  return db.all<AccountListing>(
    `SELECT ${ACCOUNT}, (SELECT email FROM user u WHERE u.account_no = a.no ORDER BY u.no LIMIT 1) AS email FROM account a
     WHERE a.no > coalesce((SELECT no FROM account WHERE id = ?), 0) ORDER BY a.no LIMIT ?`,
    after,
    limit,
  )
}

export function setPlan(db: Database, accountId: string, plan: PlanName, webhookCap: number): boolean {
  return db.transaction(() => {
    if (db.run('UPDATE account SET plan = ? WHERE id = ?', plan, accountId) === 0) return false
    // Another plan keeps mail for another time: the sweep has to look at each inbox and log anew.
    db.run('UPDATE inbox SET sweep_at = 0 WHERE account_no = (SELECT no FROM account WHERE id = ?)', accountId)
    db.run(
      `UPDATE webhook SET sweep_at = 0 WHERE sweep_at IS NOT NULL AND account_no = (SELECT no FROM account WHERE id = ?)`,
      accountId,
    )
    pauseOverCap(db, accountId, webhookCap)
    return true
  })
}

export function createKey(db: Database, key: NewKey): void {
  db.transaction(() => {
    const account = db.get<{ no: number }>('SELECT no FROM account WHERE id = ?', key.key.accountId)
    if (!account) throw new DomainError('not_found', `There is no account ${key.key.accountId}.`)
    insertKey(db, account.no, key)
  })
}

function insertKey(db: Database, accountNo: number, { key, hash }: NewKey): void {
  if (db.get('SELECT 1 FROM api_key WHERE hash = ?', hash)) {
    throw new DomainError('conflict', 'This key exists already.')
  }
  db.run(
    `INSERT INTO api_key (id, account_no, hash, name, prefix, last4, scope, created_at, created_by, last_used_at, revoked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key.id,
    accountNo,
    hash,
    key.name,
    key.prefix,
    key.last4,
    key.scope,
    key.createdAt,
    key.createdBy,
    key.lastUsedAt,
    key.revokedAt,
  )
}

export function keyByHash(db: Database, hash: Uint8Array): KeyHolder | null {
  const row = db.get<KeyRow>(
    `SELECT ${ACCOUNT}, ${KEY} FROM api_key k JOIN account a ON a.no = k.account_no WHERE k.hash = ?`,
    hash,
  )
  if (!row) return null
  const { id, plan, createdAt, inboxCount, storedBytes, keyId, keyCreatedAt, ...key } = row
  return {
    account: { id, plan, createdAt, inboxCount, storedBytes },
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

export function revokeKey(db: Database, keyId: string, at: number): boolean {
  return db.run('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', at, keyId) > 0
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
