import type { Role } from '../../../domain/account.ts'
import { DomainError } from '../../../domain/domain-error.ts'
import type { AuditNote, NewUser, UserListing, UserRecord } from '../../../domain/people-store.ts'
import type { Database } from '../database.ts'
import { insertNote } from './audit.ts'

/** For a row that has `user u JOIN account a` in it. */
export const USER = `u.id AS userId, u.email, u.role, u.created_at AS userCreatedAt, u.password, u.totp_secret AS secret,
  u.totp_confirmed AS confirmed`

export interface UserRow {
  readonly userId: string
  readonly email: string
  readonly role: Role
  readonly userCreatedAt: number
  readonly password: string | null
  readonly secret: string | null
  readonly confirmed: number
}

export function toUser(row: UserRow, accountId: string): UserRecord {
  return {
    id: row.userId,
    accountId,
    email: row.email,
    role: row.role,
    createdAt: row.userCreatedAt,
    password: row.password,
    totp: row.secret === null ? null : { secret: row.secret, confirmed: row.confirmed === 1 },
  }
}

function findUser(db: Database, column: 'id' | 'email', value: string): UserRecord | null {
  const row = db.get<UserRow & { accountId: string }>(
    `SELECT a.id AS accountId, ${USER} FROM user u JOIN account a ON a.no = u.account_no WHERE u.${column} = ?`,
    value,
  )
  return row ? toUser(row, row.accountId) : null
}

export function userById(db: Database, id: string): UserRecord | null {
  return findUser(db, 'id', id)
}

export function userByEmail(db: Database, email: string): UserRecord | null {
  return findUser(db, 'email', email.toLowerCase())
}

const LISTED = `SELECT u.id, a.id AS accountId, u.email, u.role, u.created_at AS createdAt,
    u.password IS NOT NULL AS hasPassword, u.totp_confirmed AS hasTotp
  FROM user u JOIN account a ON a.no = u.account_no`

type ListedRow = Omit<UserListing, 'hasPassword' | 'hasTotp'> & { hasPassword: number; hasTotp: number }

function toListing(row: ListedRow): UserListing {
  return { ...row, hasPassword: row.hasPassword === 1, hasTotp: row.hasTotp === 1 }
}

export function listMembers(db: Database, accountId: string): UserListing[] {
  return db.all<ListedRow>(`${LISTED} WHERE a.id = ? ORDER BY u.no`, accountId).map(toListing)
}

export function listUsers(db: Database, after: string | null, limit: number): UserListing[] {
  const page = `${LISTED} WHERE u.no > coalesce((SELECT no FROM user WHERE id = ?), 0) ORDER BY u.no LIMIT ?`
  return db.all<ListedRow>(page, after, limit).map(toListing)
}

export function insertUser(db: Database, accountNo: number, user: NewUser): void {
  if (db.get('SELECT 1 FROM user WHERE email = ?', user.email.toLowerCase())) {
    throw new DomainError('conflict', `There is a user with the e-mail address ${user.email} already.`)
  }
  db.run(
    'INSERT INTO user (id, account_no, email, role, created_at, password) VALUES (?, ?, ?, ?, ?, ?)',
    user.id,
    accountNo,
    user.email.toLowerCase(),
    user.role,
    user.createdAt,
    user.password ?? null,
  )
}

interface Place {
  readonly no: number
  readonly accountNo: number
}

export function userPlace(db: Database, userId: string): Place | undefined {
  return db.get<Place>('SELECT no, account_no AS accountNo FROM user WHERE id = ?', userId)
}

function memberPlace(db: Database, accountId: string, userId: string): Place | undefined {
  return db.get<Place>(
    'SELECT u.no, u.account_no AS accountNo FROM user u JOIN account a ON a.no = u.account_no WHERE u.id = ? AND a.id = ?',
    userId,
    accountId,
  )
}

export function setRole(db: Database, accountId: string, userId: string, role: Role, note: AuditNote): boolean {
  return db.transaction(() => {
    const user = memberPlace(db, accountId, userId)
    if (!user) return false
    db.run('UPDATE user SET role = ? WHERE no = ?', role, user.no)
    requireOwner(db, user.accountNo)
    // A device acts for the person, so it can do what they can; a key was made for the account, and stays as it is.
    db.run(
      `UPDATE api_key SET role = ? WHERE account_no = ? AND created_by = ? AND prefix = 'tkc_'`,
      role === 'member' ? 'member' : 'admin',
      user.accountNo,
      userId,
    )
    insertNote(db, user.accountNo, note)
    return true
  })
}

export function removeUser(db: Database, accountId: string, userId: string, note: AuditNote): boolean {
  return db.transaction(() => {
    const user = memberPlace(db, accountId, userId)
    if (!user) return false
    dropUser(db, user.no)
    requireOwner(db, user.accountNo)
    const revoke = `UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE account_no = ? AND created_by = ? AND prefix = 'tkc_'`
    db.run(revoke, note.at, user.accountNo, userId)
    insertNote(db, user.accountNo, note)
    return true
  })
}

export function dropUser(db: Database, userNo: number): void {
  for (const table of ['session', 'link', 'recovery_code']) db.run(`DELETE FROM ${table} WHERE user_no = ?`, userNo)
  db.run('DELETE FROM user WHERE no = ?', userNo)
}

/** Throws, and so takes back what its transaction did. */
function requireOwner(db: Database, accountNo: number): void {
  if (db.get(`SELECT 1 FROM user WHERE account_no = ? AND role = 'owner'`, accountNo)) return
  throw new DomainError('conflict', 'An account needs an owner. Make somebody else an owner first.')
}
