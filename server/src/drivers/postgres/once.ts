import type { OnceAttempt, OnceRecord } from '../../domain/ports.ts'
import type { Queries } from './database.ts'

/** Old attempts go a few at a time, whenever a new one comes. */
const FORGOTTEN_AT_ONCE = 20

export async function beginOnce(db: Queries, attempt: OnceAttempt): Promise<OnceRecord | null> {
  const { accountId, key, fingerprint, at, abandonedBefore, forgottenBefore } = attempt
  await db.run(
    `DELETE FROM once WHERE (account_id, key) IN (
       SELECT account_id, key FROM once WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    forgottenBefore,
    FORGOTTEN_AT_ONCE,
  )
  // Of any number at once one inserts, and the rest wait for it.
  const begun = await db.run(
    `INSERT INTO once (account_id, key, fingerprint, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, at = excluded.at, answer = NULL
       WHERE (once.answer IS NULL AND once.at < $5) OR once.at < $6`,
    accountId,
    key,
    fingerprint,
    at,
    abandonedBefore,
    forgottenBefore,
  )
  if (begun > 0) return null
  const known = await db.get<OnceRecord>(
    'SELECT fingerprint, answer FROM once WHERE account_id = $1 AND key = $2',
    accountId,
    key,
  )
  // It was given up between the two looks.
  return known ?? beginOnce(db, attempt)
}

export async function endOnce(db: Queries, accountId: string, key: string, answer: Uint8Array | null): Promise<void> {
  if (answer === null) await db.run('DELETE FROM once WHERE account_id = $1 AND key = $2', accountId, key)
  else await db.run('UPDATE once SET answer = $3 WHERE account_id = $1 AND key = $2', accountId, key, answer)
}
