import type { AccountSummary, AuditNote, PeopleSweep } from '../../../domain/people-store.ts'
import { ACCOUNT, FIRST_EMAIL } from '../accounts.ts'
import type { Database, Queries } from '../database.ts'
import { dropDomains } from '../domains.ts'
import { detach, lockInboxes } from '../inboxes.ts'
import { detachWebhooks } from '../webhooks.ts'
import { insertNote } from './audit.ts'
import { dropUser } from './users.ts'

const ESCAPED = /[\\%_]/g

/** For the operator alone: it looks at every account. */
export function searchAccounts(
  db: Queries,
  text: string,
  after: string | null,
  limit: number,
): Promise<AccountSummary[]> {
  const pattern = `%${text.toLowerCase().replace(ESCAPED, '\\$&')}%`
  return db.all<AccountSummary>(
    `SELECT ${ACCOUNT}, ${FIRST_EMAIL}, (SELECT count(*) FROM person p WHERE p.account_id = a.id) AS members FROM account a
     WHERE a.no > coalesce((SELECT no FROM account WHERE id = $1), 0) AND a.deleted_at IS NULL
       AND (a.id LIKE $2 OR EXISTS (SELECT 1 FROM person p WHERE p.account_id = a.id AND p.email LIKE $2))
     ORDER BY a.no LIMIT $3`,
    after,
    pattern,
    limit,
  )
}

export function setSuspended(db: Database, accountId: string, at: number | null, note: AuditNote): Promise<boolean> {
  return db.transaction(async (tx) => {
    const update = 'UPDATE account SET suspended_at = $1 WHERE id = $2 AND deleted_at IS NULL'
    if ((await tx.run(update, at, accountId)) === 0) return false
    await insertNote(tx, accountId, note)
    return true
  })
}

export function deleteAccount(db: Database, accountId: string, at: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const update = 'UPDATE account SET deleted_at = $1 WHERE id = $2 AND deleted_at IS NULL'
    if ((await tx.run(update, at, accountId)) === 0) return false
    const users = await tx.all<{ id: string }>('SELECT id FROM person WHERE account_id = $1 ORDER BY id', accountId)
    for (const { id } of users) await dropUser(tx, id)
    await detachWebhooks(tx, accountId)
    await dropDomains(tx, accountId, at)
    return true
  })
}

const ENDED = ['session', 'link', 'sign_up', 'invite', 'device_grant'] as const
const KEY_OF = { session: 'hash', link: 'hash', sign_up: 'email', invite: 'hash', device_grant: 'hash' } as const

export async function sweepPeople(db: Database, { now, auditSince, limit }: PeopleSweep): Promise<boolean> {
  let more = false
  for (const table of ENDED) {
    const key = KEY_OF[table]
    const ended = `SELECT ${key} FROM ${table} WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED`
    more = (await db.run(`DELETE FROM ${table} WHERE ${key} IN (${ended})`, now, limit)) === limit || more
  }
  const old = 'SELECT account_id, no FROM audit WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED'
  more = (await db.run(`DELETE FROM audit WHERE (account_id, no) IN (${old})`, auditSince, limit)) === limit || more
  return (await takeApart(db, limit)) || more
}

/** What an account that is gone has left behind, beside its inboxes. */
const REMAINS = { invite: 'id', audit: 'no', once: 'key', event: 'seq', subscription: 'name', folder: 'name' } as const

/** A step of taking apart one account that is gone. True where there may be more to do. */
async function takeApart(db: Database, limit: number): Promise<boolean> {
  const gone = await db.get<{ id: string }>('SELECT id FROM account WHERE deleted_at IS NOT NULL ORDER BY no LIMIT 1')
  if (!gone) return false
  return db.transaction(async (tx) => {
    const some = 'SELECT id FROM inbox WHERE account_id = $1 ORDER BY id LIMIT $2'
    const inboxes = await tx.all<{ id: string }>(some, gone.id, limit)
    const ids = inboxes.map(({ id }) => id)
    await detach(tx, gone.id, await lockInboxes(tx, ids))
    const keys = await dropKeys(tx, gone.id, limit)
    let left = ids.length === limit || keys === limit
    for (const table of Object.keys(REMAINS) as (keyof typeof REMAINS)[]) {
      left = (await dropRows(tx, table, gone.id, limit)) >= limit || left
    }
    if (!left) await tx.run('DELETE FROM account WHERE id = $1', gone.id)
    return true
  })
}

async function dropKeys(tx: Queries, accountId: string, limit: number): Promise<number> {
  const some = 'SELECT hash FROM api_key WHERE account_id = $1 ORDER BY no LIMIT $2'
  const keys = await tx.all<{ id: string }>(
    `DELETE FROM api_key WHERE hash IN (${some}) RETURNING id`,
    accountId,
    limit,
  )
  await tx.run(
    'DELETE FROM device WHERE key_id = ANY($1)',
    keys.map(({ id }) => id),
  )
  return keys.length
}

function dropRows(tx: Queries, table: keyof typeof REMAINS, accountId: string, limit: number): Promise<number> {
  const key = REMAINS[table]
  return tx.run(
    `DELETE FROM ${table} WHERE account_id = $1 AND ${key} IN (
       SELECT ${key} FROM ${table} WHERE account_id = $1 ORDER BY ${key} LIMIT $2)`,
    accountId,
    limit,
  )
}
