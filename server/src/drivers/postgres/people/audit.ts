import type { AuditActor, AuditNote } from '../../../domain/people-store.ts'
import type { Queries } from '../database.ts'

/** Inside the transaction of the change that it tells of. */
export async function insertNote(tx: Queries, accountId: string, note: AuditNote): Promise<void> {
  await tx.run(
    `INSERT INTO audit (account_id, id, at, user_id, email, key_id, address, action, target, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    accountId,
    note.id,
    note.at,
    note.actor.userId,
    note.actor.email,
    note.actor.keyId,
    note.actor.address,
    note.action,
    note.target,
    note.detail,
  )
}

export async function audit(db: Queries, accountId: string, note: AuditNote): Promise<void> {
  if (await db.get('SELECT 1 FROM account WHERE id = $1', accountId)) await insertNote(db, accountId, note)
}

export async function auditLog(
  db: Queries,
  accountId: string,
  before: string | null,
  limit: number,
): Promise<AuditNote[]> {
  const rows = await db.all<Omit<AuditNote, 'actor'> & AuditActor>(
    `SELECT id, at, action, target, detail, user_id, email, key_id, address FROM audit
     WHERE account_id = $1 AND no < coalesce((SELECT no FROM audit WHERE account_id = $1 AND id = $2), $3)
     ORDER BY no DESC LIMIT $4`,
    accountId,
    before,
    Number.MAX_SAFE_INTEGER,
    limit,
  )
  return rows.map(({ userId, email, keyId, address, ...note }) => ({
    ...note,
    actor: { userId, email, keyId, address },
  }))
}
