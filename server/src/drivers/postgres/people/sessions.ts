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
import type { Database, Queries } from '../database.ts'
import { lockUser, toUser, USER, type UserRow } from './users.ts'

const SESSION = `s.id AS session_id, s.created_at AS session_created_at, s.last_seen_at, s.expires_at, s.address,
  s.user_agent`

type SessionRow = Omit<Session, 'id' | 'userId' | 'createdAt'> & { sessionId: string; sessionCreatedAt: number }

function toSession(row: SessionRow, userId: string): Session {
  const { sessionId: id, sessionCreatedAt: createdAt, lastSeenAt, expiresAt, address, userAgent } = row
  return { id, userId, createdAt, lastSeenAt, expiresAt, address, userAgent }
}

export function createSession(db: Database, session: Session, hash: Uint8Array): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await lockUser(tx, session.userId))) return
    await insertSession(tx, session, hash)
    await tx.run(
      `DELETE FROM session WHERE user_id = $1 AND no IN (
         SELECT no FROM session WHERE user_id = $1 ORDER BY no DESC OFFSET $2)`,
      session.userId,
      MAX_SESSIONS,
    )
  })
}

async function insertSession(tx: Queries, session: Session, hash: Uint8Array): Promise<void> {
  await tx.run(
    `INSERT INTO session (hash, id, user_id, created_at, last_seen_at, expires_at, address, user_agent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    hash,
    session.id,
    session.userId,
    session.createdAt,
    session.lastSeenAt,
    session.expiresAt,
    session.address,
    session.userAgent,
  )
}

export async function sessionByHash(db: Queries, hash: Uint8Array): Promise<SessionHolder | null> {
  const row = await db.get<Account & UserRow & SessionRow>(
    `SELECT ${ACCOUNT}, ${USER}, ${SESSION} FROM session s JOIN person p ON p.id = s.user_id
     JOIN account a ON a.id = p.account_id WHERE s.hash = $1 AND a.deleted_at IS NULL`,
    hash,
  )
  if (!row) return null
  const { id, plan, createdAt, inboxCount, storedBytes, suspendedAt } = row
  return {
    session: toSession(row, row.userId),
    user: toUser(row),
    account: { id, plan, createdAt, inboxCount, storedBytes, suspendedAt },
  }
}

export async function listSessions(db: Queries, userId: string): Promise<Session[]> {
  const select = `SELECT ${SESSION} FROM session s WHERE s.user_id = $1 ORDER BY s.no DESC`
  return (await db.all<SessionRow>(select, userId)).map((row) => toSession(row, userId))
}

export function touchSessions(
  db: Database,
  used: ReadonlyMap<string, { readonly at: number; readonly expiresAt: number }>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const ids = [...used.keys()]
    await tx.run('SELECT 1 FROM session WHERE id = ANY($1) ORDER BY id FOR UPDATE', ids)
    await tx.run(
      `UPDATE session s SET last_seen_at = used.at, expires_at = used.expires_at
       FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS used (id, at, expires_at) WHERE s.id = used.id`,
      ids,
      [...used.values()].map(({ at }) => at),
      [...used.values()].map(({ expiresAt }) => expiresAt),
    )
  })
}

export async function endSession(db: Queries, userId: string, sessionId: string): Promise<boolean> {
  return (await db.run('DELETE FROM session WHERE id = $1 AND user_id = $2', sessionId, userId)) > 0
}

export async function createLink(db: Queries, { hash, kind, userId, expiresAt }: NewLink): Promise<void> {
  await db.run(
    'INSERT INTO link (hash, kind, user_id, expires_at) SELECT $1, $2, id, $3 FROM person WHERE id = $4',
    hash,
    kind,
    expiresAt,
    userId,
  )
}

export async function takeLink(db: Queries, hash: Uint8Array, kind: LinkKind, now: number): Promise<string | null> {
  const taken = await db.get<{ userId: string }>(
    'DELETE FROM link WHERE hash = $1 AND kind = $2 AND expires_at > $3 RETURNING user_id',
    hash,
    kind,
    now,
  )
  return taken?.userId ?? null
}

export async function keepSignUp(db: Queries, { email, codeHash, password, expiresAt }: NewSignUp): Promise<void> {
  await db.run(
    `INSERT INTO sign_up (email, code_hash, password, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (email) DO UPDATE SET code_hash = excluded.code_hash, password = excluded.password, tries = 0,
       expires_at = excluded.expires_at`,
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
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const taken = await tx.get<{ password: string }>(
      `DELETE FROM sign_up WHERE email = $1 AND expires_at > $2 AND tries < $3 AND code_hash = $4 RETURNING password`,
      email,
      now,
      maxTries,
      codeHash,
    )
    if (!taken) await tx.run('UPDATE sign_up SET tries = tries + 1 WHERE email = $1', email)
    return taken?.password ?? null
  })
}
