import type { AuditNote } from '../../../domain/people-store.ts'
import type { Database, Queries } from '../database.ts'
import { insertNote } from './audit.ts'
import { lockUser } from './users.ts'

export function setPassword(
  db: Database,
  userId: string,
  password: string,
  keep: string | null,
  note: AuditNote,
): Promise<void> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return
    await tx.run('UPDATE person SET password = $1 WHERE id = $2', password, userId)
    await tx.run('DELETE FROM session WHERE user_id = $1 AND id <> $2', userId, keep ?? '')
    await tx.run('DELETE FROM link WHERE user_id = $1', userId)
    await insertNote(tx, user.accountId, note)
  })
}

export async function proposeTotp(db: Queries, userId: string, secret: string): Promise<void> {
  await db.run('UPDATE person SET totp_secret = $1, totp_step = 0 WHERE id = $2 AND NOT totp_confirmed', secret, userId)
}

export function confirmTotp(
  db: Database,
  userId: string,
  step: number,
  recovery: readonly Uint8Array[],
  note: AuditNote,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const confirm = `UPDATE person SET totp_confirmed = true, totp_step = $1
      WHERE id = $2 AND totp_secret IS NOT NULL AND NOT totp_confirmed AND totp_step < $1`
    const user = await lockUser(tx, userId)
    if (!user || (await tx.run(confirm, step, userId)) === 0) return false
    await tx.run('DELETE FROM link WHERE user_id = $1', userId)
    for (const hash of recovery) {
      await tx.run('INSERT INTO recovery_code (user_id, hash) VALUES ($1, $2)', userId, hash)
    }
    await insertNote(tx, user.accountId, note)
    return true
  })
}

export function removeTotp(db: Database, userId: string, note: AuditNote): Promise<void> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return
    const remove = 'UPDATE person SET totp_secret = NULL, totp_confirmed = false, totp_step = 0 WHERE id = $1'
    await tx.run(remove, userId)
    await tx.run('DELETE FROM recovery_code WHERE user_id = $1', userId)
    await insertNote(tx, user.accountId, note)
  })
}

export async function useTotpStep(db: Queries, userId: string, step: number): Promise<boolean> {
  return (await db.run('UPDATE person SET totp_step = $1 WHERE id = $2 AND totp_step < $1', step, userId)) > 0
}

export function useRecoveryCode(db: Database, userId: string, hash: Uint8Array, note: AuditNote): Promise<boolean> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const use = 'DELETE FROM recovery_code WHERE user_id = $1 AND hash = $2'
    if (!user || (await tx.run(use, userId, hash)) === 0) return false
    await insertNote(tx, user.accountId, note)
    return true
  })
}
