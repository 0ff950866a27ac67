import { DomainError } from '../../../domain/domain-error.ts'
import type { AuditNote, Invite, NewUser } from '../../../domain/people-store.ts'
import type { Database } from '../database.ts'
import { insertNote } from './audit.ts'
import { insertUser } from './users.ts'

const INVITE = `SELECT i.id, a.id AS accountId, i.role, i.email, i.created_at AS createdAt, i.expires_at AS expiresAt
  FROM invite i JOIN account a ON a.no = i.account_no AND a.deleted_at IS NULL`

export function createInvite(db: Database, invite: Invite, hash: Uint8Array, cap: number, note: AuditNote): void {
  db.transaction(() => {
    const account = db.get<{ no: number }>('SELECT no FROM account WHERE id = ?', invite.accountId)
    if (!account) throw new DomainError('not_found', 'This account is gone.')
    const open = 'SELECT count(*) AS n FROM invite WHERE account_no = ? AND expires_at > ?'
    const { n } = db.get<{ n: number }>(open, account.no, note.at) as { n: number }
    requireRoom(db, account.no, n, cap)
    db.run(
      'INSERT INTO invite (id, hash, account_no, role, email, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      invite.id,
      hash,
      account.no,
      invite.role,
      invite.email,
      invite.createdAt,
      invite.expiresAt,
    )
    insertNote(db, account.no, note)
  })
}

function requireRoom(db: Database, accountNo: number, invited: number, cap: number): void {
  const { n } = db.get<{ n: number }>('SELECT count(*) AS n FROM user WHERE account_no = ?', accountNo) as { n: number }
  if (n + invited >= cap) throw new DomainError('plan_required', 'No member more fits into the plan.')
}

export function listInvites(db: Database, accountId: string, now: number): Invite[] {
  return db.all<Invite>(`${INVITE} WHERE a.id = ? AND i.expires_at > ? ORDER BY i.no`, accountId, now)
}

export function inviteByHash(db: Database, hash: Uint8Array, now: number): Invite | null {
  return db.get<Invite>(`${INVITE} WHERE i.hash = ? AND i.expires_at > ?`, hash, now) ?? null
}

export function acceptInvite(
  db: Database,
  hash: Uint8Array,
  user: NewUser,
  cap: number,
  note: AuditNote,
): Invite | null {
  return db.transaction(() => {
    const invite = inviteByHash(db, hash, note.at)
    if (!invite) return null
    const { no } = db.get<{ no: number }>('SELECT no FROM account WHERE id = ?', invite.accountId) as { no: number }
    requireRoom(db, no, 0, cap)
    insertUser(db, no, { ...user, role: invite.role })
    db.run('DELETE FROM invite WHERE hash = ?', hash)
    insertNote(db, no, note)
    return invite
  })
}

export function deleteInvite(db: Database, accountId: string, inviteId: string, note: AuditNote): boolean {
  return db.transaction(() => {
    const deleted = db.get<{ no: number }>(
      `DELETE FROM invite WHERE id = ? AND account_no = (SELECT no FROM account WHERE id = ?)
       RETURNING account_no AS no`,
      inviteId,
      accountId,
    )
    if (deleted) insertNote(db, deleted.no, note)
    return deleted !== undefined
  })
}
