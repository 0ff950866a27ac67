import type { OnceAttempt, OnceRecord } from '../../domain/ports.ts'
import type { Database } from './database.ts'

/** Old attempts go a few at a time, whenever a new one comes. */
const FORGOTTEN_AT_ONCE = 20

export function beginOnce(db: Database, attempt: OnceAttempt): OnceRecord | null {
  const { accountId, key, fingerprint, at } = attempt
  return db.transaction(() => {
    db.run(
      'DELETE FROM once WHERE (account_no, key) IN (SELECT account_no, key FROM once WHERE at < ? ORDER BY at LIMIT ?)',
      attempt.forgottenBefore,
      FORGOTTEN_AT_ONCE,
    )
    const known = db.get<OnceRecord & { at: number }>(
      `SELECT fingerprint, answer, at FROM once WHERE account_no = (SELECT no FROM account WHERE id = ?) AND key = ?`,
      accountId,
      key,
    )
    const abandoned = known && known.answer === null && known.at < attempt.abandonedBefore
    if (known && !abandoned && known.at >= attempt.forgottenBefore) {
      return { fingerprint: known.fingerprint, answer: known.answer }
    }
    db.run(
      `INSERT OR REPLACE INTO once (account_no, key, fingerprint, at) VALUES ((SELECT no FROM account WHERE id = ?), ?, ?, ?)`,
      accountId,
      key,
      fingerprint,
      at,
    )
    return null
  })
}

export function endOnce(db: Database, accountId: string, key: string, answer: Uint8Array | null): void {
  const where = 'WHERE account_no = (SELECT no FROM account WHERE id = ?) AND key = ?'
  if (answer === null) db.run(`DELETE FROM once ${where}`, accountId, key)
  else db.run(`UPDATE once SET answer = ? ${where}`, answer, accountId, key)
}
