import type { AuditNote } from '../../../domain/people-store.ts'
import type { Database } from '../database.ts'
import { insertNote } from './audit.ts'
import { userPlace } from './users.ts'

export function setPassword(
  db: Database,
  userId: string,
  password: string,
  keep: string | null,
  note: AuditNote,
): void {
  db.transaction(() => {
    const user = userPlace(db, userId)
    if (!user) return
    db.run('UPDATE user SET password = ? WHERE no = ?', password, user.no)
    db.run('DELETE FROM session WHERE user_no = ? AND id <> ?', user.no, keep ?? '')
    db.run('DELETE FROM link WHERE user_no = ?', user.no)
    insertNote(db, user.accountNo, note)
  })
}

export function proposeTotp(db: Database, userId: string, secret: string): void {
  db.run('UPDATE user SET totp_secret = ?, totp_step = 0 WHERE id = ? AND totp_confirmed = 0', secret, userId)
}

export function confirmTotp(
  db: Database,
  userId: string,
  step: number,
  recovery: readonly Uint8Array[],
  note: AuditNote,
): boolean {
  return db.transaction(() => {
    const confirm = `UPDATE user SET totp_confirmed = 1, totp_step = ?1
      WHERE id = ?2 AND totp_secret IS NOT NULL AND totp_confirmed = 0 AND totp_step < ?1`
    const user = userPlace(db, userId)
    if (!user || db.run(confirm, step, userId) === 0) return false
    db.run('DELETE FROM link WHERE user_no = ?', user.no)
    for (const hash of recovery) db.run('INSERT INTO recovery_code (user_no, hash) VALUES (?, ?)', user.no, hash)
    insertNote(db, user.accountNo, note)
    return true
  })
}

export function removeTotp(db: Database, userId: string, note: AuditNote): void {
  db.transaction(() => {
    const user = userPlace(db, userId)
    if (!user) return
    db.run('UPDATE user SET totp_secret = NULL, totp_confirmed = 0, totp_step = 0 WHERE no = ?', user.no)
    db.run('DELETE FROM recovery_code WHERE user_no = ?', user.no)
    insertNote(db, user.accountNo, note)
  })
}

export function useTotpStep(db: Database, userId: string, step: number): boolean {
  return db.run('UPDATE user SET totp_step = ?1 WHERE id = ?2 AND totp_step < ?1', step, userId) > 0
}

export function useRecoveryCode(db: Database, userId: string, hash: Uint8Array, note: AuditNote): boolean {
  return db.transaction(() => {
    const user = userPlace(db, userId)
    if (!user || db.run('DELETE FROM recovery_code WHERE user_no = ? AND hash = ?', user.no, hash) === 0) return false
    insertNote(db, user.accountNo, note)
    return true
  })
}
