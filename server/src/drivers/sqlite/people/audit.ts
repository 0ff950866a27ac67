import type { AuditActor, AuditNote } from '../../../domain/people-store.ts'
import type { Database } from '../database.ts'

/** Inside the transaction of the change that it tells of. */
export function insertNote(db: Database, accountNo: number, note: AuditNote): void {
  db.run(
    `INSERT INTO audit (id, account_no, at, user_id, email, key_id, address, action, target, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    note.id,
    accountNo,
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

export function audit(db: Database, accountId: string, note: AuditNote): void {
  db.transaction(() => {
    const account = db.get<{ no: number }>('SELECT no FROM account WHERE id = ?', accountId)
    if (account) insertNote(db, account.no, note)
  })
}

export function auditLog(db: Database, accountId: string, before: string | null, limit: number): AuditNote[] {
  const rows = db.all<Omit<AuditNote, 'actor'> & AuditActor>(
    `SELECT id, at, action, target, detail, user_id AS userId, email, key_id AS keyId, address FROM audit
     WHERE account_no = (SELECT no FROM account WHERE id = ?)
       AND no < coalesce((SELECT no FROM audit WHERE id = ?), ?) ORDER BY no DESC LIMIT ?`,
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
