import { DomainError } from '../../../domain/domain-error.ts'
import type { AuditNote, Invite, NewUser } from '../../../domain/people-store.ts'
import type { Database, Queries } from '../database.ts'
import { insertNote } from './audit.ts'
import { insertPerson } from './users.ts'

const INVITE = `SELECT i.id, i.account_id, i.role, i.email, i.created_at, i.expires_at
  FROM invite i JOIN account a ON a.id = i.account_id AND a.deleted_at IS NULL`

export function createInvite(
  db: Database,
  invite: Invite,
  hash: Uint8Array,
  cap: number,
  note: AuditNote,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { accountId } = invite
    if (!(await tx.get('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', accountId))) {
      throw new DomainError('not_found', 'This account is gone.')
    }
    const open = 'SELECT count(*) AS n FROM invite WHERE account_id = $1 AND expires_at > $2'
    const { n } = (await tx.get<{ n: number }>(open, accountId, note.at)) as { n: number }
    await requireRoom(tx, accountId, n, cap)
    await tx.run(
      'INSERT INTO invite (hash, id, account_id, role, email, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      hash,
      invite.id,
      accountId,
      invite.role,
      invite.email,
      invite.createdAt,
      invite.expiresAt,
    )
    await insertNote(tx, accountId, note)
  })
}

async function requireRoom(tx: Queries, accountId: string, invited: number, cap: number): Promise<void> {
  const count = 'SELECT count(*) AS n FROM person WHERE account_id = $1'
  const { n } = (await tx.get<{ n: number }>(count, accountId)) as { n: number }
  if (n + invited >= cap) throw new DomainError('plan_required', 'No member more fits into the plan.')
}

export function listInvites(db: Queries, accountId: string, now: number): Promise<Invite[]> {
  return db.all<Invite>(`${INVITE} WHERE i.account_id = $1 AND i.expires_at > $2 ORDER BY i.no`, accountId, now)
}

export async function inviteByHash(db: Queries, hash: Uint8Array, now: number): Promise<Invite | null> {
  return (await db.get<Invite>(`${INVITE} WHERE i.hash = $1 AND i.expires_at > $2`, hash, now)) ?? null
}

export function acceptInvite(
  db: Database,
  hash: Uint8Array,
  user: NewUser,
  cap: number,
  note: AuditNote,
): Promise<Invite | null> {
  return db.transaction(async (tx) => {
    const invite = await inviteByHash(tx, hash, note.at)
    if (!invite) return null
    await tx.run('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', invite.accountId)
    // Of two who use it at once the second finds it gone.
    if ((await tx.run('DELETE FROM invite WHERE hash = $1', hash)) === 0) return null
    await requireRoom(tx, invite.accountId, 0, cap)
    await insertPerson(tx, invite.accountId, { ...user, role: invite.role })
    await insertNote(tx, invite.accountId, note)
    return invite
  })
}

export function deleteInvite(db: Database, accountId: string, inviteId: string, note: AuditNote): Promise<boolean> {
  return db.transaction(async (tx) => {
    const deleted = await tx.run('DELETE FROM invite WHERE id = $1 AND account_id = $2', inviteId, accountId)
    if (deleted > 0) await insertNote(tx, accountId, note)
    return deleted > 0
  })
}
