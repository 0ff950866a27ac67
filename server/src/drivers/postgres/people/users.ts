import type { Role } from '../../../domain/account.ts'
import { DomainError } from '../../../domain/domain-error.ts'
import type { AuditNote, NewUser, UserListing, UserRecord } from '../../../domain/people-store.ts'
import type { Database, Queries } from '../database.ts'
import { insertNote } from './audit.ts'

/** For a row that has `person p` in it. */
export const USER = `p.id AS user_id, p.account_id, p.email, p.role, p.created_at AS user_created_at, p.password,
  p.totp_secret AS secret, p.totp_confirmed AS confirmed`

export interface UserRow {
  readonly userId: string
  readonly accountId: string
  readonly email: string
  readonly role: Role
  readonly userCreatedAt: number
  readonly password: string | null
  readonly secret: string | null
  readonly confirmed: boolean
}

export function toUser(row: UserRow): UserRecord {
  return {
    id: row.userId,
    accountId: row.accountId,
    email: row.email,
    role: row.role,
    createdAt: row.userCreatedAt,
    password: row.password,
    totp: row.secret === null ? null : { secret: row.secret, confirmed: row.confirmed },
  }
}

async function findUser(db: Queries, column: 'id' | 'email', value: string): Promise<UserRecord | null> {
  const row = await db.get<UserRow>(`SELECT ${USER} FROM person p WHERE p.${column} = $1`, value)
  return row ? toUser(row) : null
}

export function userById(db: Queries, id: string): Promise<UserRecord | null> {
  return findUser(db, 'id', id)
}

export function userByEmail(db: Queries, email: string): Promise<UserRecord | null> {
  return findUser(db, 'email', email.toLowerCase())
}

const LISTED = `SELECT p.id, p.account_id, p.email, p.role, p.created_at, p.password IS NOT NULL AS has_password,
  p.totp_confirmed AS has_totp FROM person p`

export function listMembers(db: Queries, accountId: string): Promise<UserListing[]> {
  return db.all<UserListing>(`${LISTED} WHERE p.account_id = $1 ORDER BY p.no`, accountId)
}

export function listUsers(db: Queries, after: string | null, limit: number): Promise<UserListing[]> {
  const page = `${LISTED} WHERE p.no > coalesce((SELECT no FROM person WHERE id = $1), 0) ORDER BY p.no LIMIT $2`
  return db.all<UserListing>(page, after, limit)
}

export async function insertPerson(tx: Queries, accountId: string, user: NewUser): Promise<void> {
  const inserted = await tx.run(
    `INSERT INTO person (id, account_id, email, role, created_at, password) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (email) DO NOTHING`,
    user.id,
    accountId,
    user.email.toLowerCase(),
    user.role,
    user.createdAt,
    user.password ?? null,
  )
  if (inserted > 0) return
  throw new DomainError('conflict', `There is a user with the e-mail address ${user.email} already.`)
}

/** Locked until the transaction ends. Null where there is no such user. */
export async function lockUser(tx: Queries, userId: string): Promise<{ readonly accountId: string } | null> {
  const select = 'SELECT account_id FROM person WHERE id = $1 FOR UPDATE'
  return (await tx.get<{ accountId: string }>(select, userId)) ?? null
}

/** With their account: of two owners who leave at once the second is the last one. */
async function lockMember(tx: Queries, accountId: string, userId: string): Promise<boolean> {
  await tx.run('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', accountId)
  return (await lockUser(tx, userId))?.accountId === accountId
}

export function setRole(
  db: Database,
  accountId: string,
  userId: string,
  role: Role,
  note: AuditNote,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockMember(tx, accountId, userId))) return false
    await tx.run('UPDATE person SET role = $1 WHERE id = $2', role, userId)
    await requireOwner(tx, accountId)
    // A device acts for the person, so it can do what they can; a key was made for the account, and stays as it is.
    await tx.run(
      `UPDATE api_key SET role = $1 WHERE account_id = $2 AND created_by = $3 AND prefix = 'tkc_'`,
      role === 'member' ? 'member' : 'admin',
      accountId,
      userId,
    )
    await insertNote(tx, accountId, note)
    return true
  })
}

export function removeUser(db: Database, accountId: string, userId: string, note: AuditNote): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockMember(tx, accountId, userId))) return false
    await dropUser(tx, userId)
    await requireOwner(tx, accountId)
    await tx.run(
      `UPDATE api_key SET revoked_at = coalesce(revoked_at, $1) WHERE account_id = $2 AND created_by = $3 AND prefix = 'tkc_'`,
      note.at,
      accountId,
      userId,
    )
    await insertNote(tx, accountId, note)
    return true
  })
}

export async function dropUser(tx: Queries, userId: string): Promise<void> {
  for (const table of ['session', 'link', 'recovery_code']) {
    await tx.run(`DELETE FROM ${table} WHERE user_id = $1`, userId)
  }
  await tx.run('DELETE FROM person WHERE id = $1', userId)
}

/** Throws, and so takes back what its transaction did. */
async function requireOwner(tx: Queries, accountId: string): Promise<void> {
  if (await tx.get(`SELECT 1 FROM person WHERE account_id = $1 AND role = 'owner' LIMIT 1`, accountId)) return
  throw new DomainError('conflict', 'An account needs an owner. Make somebody else an owner first.')
}
