import type { AccountSummary, AuditNote, PeopleSweep } from '../../../domain/people-store.ts'
import { ACCOUNT } from '../accounts.ts'
import type { Database } from '../database.ts'
import { dropDomains } from '../domains.ts'
import { detachInbox } from '../inboxes.ts'
import { detachWebhooks } from '../webhooks.ts'
import { insertNote } from './audit.ts'
import { dropUser } from './users.ts'

const ESCAPED = /[\\%_]/g

/** For the operator alone: it looks at every account. */
export function searchAccounts(db: Database, text: string, after: string | null, limit: number): AccountSummary[] {
  const pattern = `%${text.toLowerCase().replace(ESCAPED, '\\$&')}%`
  return db.all<AccountSummary>(
    `SELECT ${ACCOUNT}, (SELECT email FROM user u WHERE u.account_no = a.no ORDER BY u.no LIMIT 1) AS email,
       (SELECT count(*) FROM user u WHERE u.account_no = a.no) AS members FROM account a
     WHERE a.no > coalesce((SELECT no FROM account WHERE id = ?1), 0) AND a.deleted_at IS NULL
       AND (a.id LIKE ?2 ESCAPE '\\' OR EXISTS (
         SELECT 1 FROM user u WHERE u.account_no = a.no AND u.email LIKE ?2 ESCAPE '\\'))
     ORDER BY a.no LIMIT ?3`,
    after,
    pattern,
    limit,
  )
}

export function setSuspended(db: Database, accountId: string, at: number | null, note: AuditNote): boolean {
  return db.transaction(() => {
    const account = db.get<{ no: number }>(
      'UPDATE account SET suspended_at = ? WHERE id = ? AND deleted_at IS NULL RETURNING no',
      at,
      accountId,
    )
    if (account) insertNote(db, account.no, note)
    return account !== undefined
  })
}

export function deleteAccount(db: Database, accountId: string, at: number): boolean {
  return db.transaction(() => {
    const account = db.get<{ no: number }>(
      'UPDATE account SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL RETURNING no',
      at,
      accountId,
    )
    if (!account) return false
    const users = db.all<{ no: number }>('SELECT no FROM user WHERE account_no = ?', account.no)
    for (const { no } of users) dropUser(db, no)
    detachWebhooks(db, account.no)
    dropDomains(db, account.no, at)
    return true
  })
}

const ENDED = ['session', 'link', 'sign_up', 'invite', 'device_grant'] as const
const KEY_OF = { session: 'no', link: 'hash', sign_up: 'email', invite: 'no', device_grant: 'hash' } as const

export function sweepPeople(db: Database, { now, auditSince, limit }: PeopleSweep): boolean {
  return db.transaction(() => {
    let more = false
    for (const table of ENDED) {
      const key = KEY_OF[table]
      const ended = `SELECT ${key} FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`
      more = db.run(`DELETE FROM ${table} WHERE ${key} IN (${ended})`, now, limit) === limit || more
    }
    const old = 'SELECT no FROM audit WHERE at < ? ORDER BY at LIMIT ?'
    more = db.run(`DELETE FROM audit WHERE no IN (${old})`, auditSince, limit) === limit || more
    return takeApart(db, limit) || more
  })
}

/** What an account that is gone has left behind, beside its inboxes; each row has its account's number. */
const REMAINS = ['invite', 'audit', 'once', 'event', 'subscription'] as const

/** A step of taking apart one account that is gone. True where there may be more to do. */
function takeApart(db: Database, limit: number): boolean {
  const gone = db.get<{ no: number }>('SELECT no FROM account WHERE deleted_at IS NOT NULL ORDER BY no LIMIT 1')
  if (!gone) return false
  const inboxes = db.all<{ id: string }>('SELECT id FROM inbox WHERE account_no = ? LIMIT ?', gone.no, limit)
  for (const { id } of inboxes) detachInbox(db, id)
  let left = inboxes.length === limit
  const keys = db.all<{ no: number }>('SELECT no FROM api_key WHERE account_no = ? LIMIT ?', gone.no, limit)
  for (const { no } of keys) {
    db.run('DELETE FROM device WHERE key_no = ?', no)
    db.run('DELETE FROM api_key WHERE no = ?', no)
  }
  left ||= keys.length === limit
  for (const table of REMAINS) left = dropRows(db, table, gone.no, limit) === limit || left
  if (!left) db.run('DELETE FROM account WHERE no = ?', gone.no)
  return true
}

const ROW_KEY = { invite: 'no', audit: 'no', once: 'key', event: 'seq', subscription: 'name' } as const

function dropRows(db: Database, table: (typeof REMAINS)[number], accountNo: number, limit: number): number {
  const key = ROW_KEY[table]
  return db.run(
    `DELETE FROM ${table} WHERE account_no = ?1 AND ${key} IN (
       SELECT ${key} FROM ${table} WHERE account_no = ?1 ORDER BY ${key} LIMIT ?2)`,
    accountNo,
    limit,
  )
}
