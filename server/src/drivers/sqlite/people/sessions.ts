import type { Account } from '../../../domain/account.ts'
import {
  type LinkKind,
  MAX_SESSIONS,
  type NewLink,
  type NewSignUp,
  type Session,
  type SessionHolder,
} from '../../../domain/people-store.ts'
import { ACCOUNT } from '../accounts.ts'
import type { Database } from '../database.ts'
import { toUser, USER, type UserRow } from './users.ts'

const SESSION = `s.id AS sessionId, s.created_at AS sessionCreatedAt, s.last_seen_at AS lastSeenAt,
  s.expires_at AS expiresAt, s.address, s.user_agent AS userAgent`

type SessionRow = Omit<Session, 'id' | 'userId' | 'createdAt'> & { sessionId: string; sessionCreatedAt: number }

function toSession(row: SessionRow, userId: string): Session {
  const { sessionId: id, sessionCreatedAt: createdAt, lastSeenAt, expiresAt, address, userAgent } = row
  return { id, userId, createdAt, lastSeenAt, expiresAt, address, userAgent }
}

export function createSession(db: Database, session: Session, hash: Uint8Array): void {
  db.transaction(() => {
    insertSession(db, session, hash)
    db.run(
      `DELETE FROM session WHERE no IN (
         SELECT no FROM session WHERE user_no = (SELECT no FROM user WHERE id = ?) ORDER BY no DESC LIMIT -1 OFFSET ?)`,
      session.userId,
      MAX_SESSIONS,
    )
  })
}

function insertSession(db: Database, session: Session, hash: Uint8Array): void {
  db.run(
    `INSERT INTO session (id, hash, user_no, created_at, last_seen_at, expires_at, address, user_agent)
     SELECT ?, ?, no, ?, ?, ?, ?, ? FROM user WHERE id = ?`,
    session.id,
    hash,
    session.createdAt,
    session.lastSeenAt,
    session.expiresAt,
    session.address,
    session.userAgent,
    session.userId,
  )
}

export function sessionByHash(db: Database, hash: Uint8Array): SessionHolder | null {
  const row = db.get<Account & UserRow & SessionRow>(
    `SELECT ${ACCOUNT}, ${USER}, ${SESSION} FROM session s JOIN user u ON u.no = s.user_no
     JOIN account a ON a.no = u.account_no WHERE s.hash = ? AND a.deleted_at IS NULL`,
    hash,
  )
  if (!row) return null
  const { id, plan, createdAt, inboxCount, storedBytes, suspendedAt } = row
  return {
    session: toSession(row, row.userId),
    user: toUser(row, id),
    account: { id, plan, createdAt, inboxCount, storedBytes, suspendedAt },
  }
}

export function listSessions(db: Database, userId: string): Session[] {
  const rows = db.all<SessionRow>(
    `SELECT ${SESSION} FROM session s WHERE s.user_no = (SELECT no FROM user WHERE id = ?) ORDER BY s.no DESC`,
    userId,
  )
  return rows.map((row) => toSession(row, userId))
}

export function touchSessions(
  db: Database,
  used: ReadonlyMap<string, { readonly at: number; readonly expiresAt: number }>,
): void {
  db.transaction(() => {
    for (const [id, { at, expiresAt }] of used) {
      db.run('UPDATE session SET last_seen_at = ?, expires_at = ? WHERE id = ?', at, expiresAt, id)
    }
  })
}

export function endSession(db: Database, userId: string, sessionId: string): boolean {
  const end = 'DELETE FROM session WHERE id = ? AND user_no = (SELECT no FROM user WHERE id = ?)'
  return db.run(end, sessionId, userId) > 0
}

export function createLink(db: Database, { hash, kind, userId, expiresAt }: NewLink): void {
  db.run(
    'INSERT INTO link (hash, kind, user_no, expires_at) SELECT ?, ?, no, ? FROM user WHERE id = ?',
    hash,
    kind,
    expiresAt,
    userId,
  )
}

export function takeLink(db: Database, hash: Uint8Array, kind: LinkKind, now: number): string | null {
  const taken = db.get<{ userId: string }>(
    `DELETE FROM link WHERE hash = ? AND kind = ? AND expires_at > ?
     RETURNING (SELECT id FROM user WHERE no = link.user_no) AS userId`,
    hash,
    kind,
    now,
  )
  return taken?.userId ?? null
}

export function keepSignUp(db: Database, { email, codeHash, password, expiresAt }: NewSignUp): void {
  db.run(
    'INSERT OR REPLACE INTO sign_up (email, code_hash, password, expires_at) VALUES (?, ?, ?, ?)',
    email,
    codeHash,
    password,
    expiresAt,
  )
}

export function takeSignUp(
  db: Database,
  email: string,
  codeHash: Uint8Array,
  now: number,
  maxTries: number,
): string | null {
  return db.transaction(() => {
    const open = 'email = ? AND expires_at > ? AND tries < ?'
    const taken = db.get<{ password: string }>(
      `DELETE FROM sign_up WHERE ${open} AND code_hash = ? RETURNING password`,
      email,
      now,
      maxTries,
      codeHash,
    )
    if (!taken) db.run('UPDATE sign_up SET tries = tries + 1 WHERE email = ?', email)
    return taken?.password ?? null
  })
}
