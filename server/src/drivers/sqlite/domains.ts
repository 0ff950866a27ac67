import type { CustomDomain, VerifiedName } from '../../domain/custom-domain.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { AddedDomain, CheckedDomain, DueChecks, NewDomain, RecordedCheck } from '../../domain/domain-store.ts'
import type { AuditNote } from '../../domain/people-store.ts'
import type { Database } from './database.ts'
import { insertNote } from './people/audit.ts'
import { keepVerified, releaseName, verifiedName } from './verified-domains.ts'

interface Row extends Omit<CustomDomain, 'nameServers' | 'findings'> {
  readonly accountNo: number
  readonly nameServers: string
  readonly findings: string
}

const DOMAIN = `SELECT a.id AS accountId, d.account_no AS accountNo, d.name, d.token, d.state, d.created_at AS createdAt,
    d.verified_at AS verifiedAt, d.lost_at AS lostAt, d.checked_at AS checkedAt, d.missed_at AS missedAt,
    d.next_check_at AS nextCheckAt, d.zone, d.name_servers AS nameServers, d.findings
  FROM custom_domain d JOIN account a ON a.no = d.account_no`
const OF_ACCOUNT = 'd.account_no = (SELECT no FROM account WHERE id = ? AND deleted_at IS NULL)'

export function addDomain(db: Database, wish: NewDomain, note: AuditNote): AddedDomain {
  return db.transaction(() => {
    const account = db.get<{ no: number }>('SELECT no FROM account WHERE id = ? AND deleted_at IS NULL', wish.accountId)
    if (!account) throw new DomainError('not_found', 'This account is gone.')
    const known = getDomain(db, wish.accountId, wish.name)
    if (known) return { domain: known, added: false }
    requireFree(verifiedName(db, wish.name), wish.accountId)
    const { count } = db.get<{ count: number }>(
      'SELECT count(*) AS count FROM custom_domain WHERE account_no = ?',
      account.no,
    ) as { count: number }
    if (count >= wish.cap) throw new DomainError('plan_required', 'No domain more fits into the plan.')
    db.run(
      'INSERT INTO custom_domain (account_no, name, token, created_at, next_check_at) VALUES (?1, ?2, ?3, ?4, ?4)',
      account.no,
      wish.name,
      wish.token,
      wish.createdAt,
    )
    insertNote(db, account.no, note)
    return { domain: getDomain(db, wish.accountId, wish.name) as CustomDomain, added: true }
  })
}

export function getDomain(db: Database, accountId: string, name: string): CustomDomain | null {
  const row = domainRow(db, accountId, name)
  return row ? toDomain(row) : null
}

export function listDomains(db: Database, accountId: string, after: string | null, limit: number): CustomDomain[] {
  const select = `${DOMAIN} WHERE ${OF_ACCOUNT} AND d.name > ? ORDER BY d.name LIMIT ?`
  return db.all<Row>(select, accountId, after ?? '', limit).map(toDomain)
}

export function removeDomain(db: Database, accountId: string, name: string, note: AuditNote): boolean {
  return db.transaction(() => {
    const row = domainRow(db, accountId, name)
    if (!row) return false
    db.run('DELETE FROM custom_domain WHERE account_no = ? AND name = ?', row.accountNo, name)
    releaseName(db, row.accountNo, name, note.at)
    insertNote(db, row.accountNo, note)
    return true
  })
}

/** All that an account has. */
export function dropDomains(db: Database, accountNo: number, at: number): void {
  const names = db.all<{ name: string }>('SELECT name FROM custom_domain WHERE account_no = ?', accountNo)
  for (const { name } of names) releaseName(db, accountNo, name, at)
  db.run('DELETE FROM custom_domain WHERE account_no = ?', accountNo)
}

export function askForCheck(
  db: Database,
  accountId: string,
  name: string,
  now: number,
  notAfter: number,
): number | null {
  return db.transaction(() => {
    const asked = db.get<{ at: number | null; no: number }>(
      `SELECT d.asked_at AS at, d.account_no AS no FROM custom_domain d WHERE ${OF_ACCOUNT} AND d.name = ?`,
      accountId,
      name,
    )
    if (asked && asked.at !== null && asked.at > notAfter) return asked.at
    if (asked) db.run('UPDATE custom_domain SET asked_at = ? WHERE account_no = ? AND name = ?', now, asked.no, name)
    return null
  })
}

export function claimDueDomains(db: Database, { now, until, limit }: DueChecks): CustomDomain[] {
  return db.transaction(() => {
    const due = db.all<Row>(`${DOMAIN} WHERE d.next_check_at <= ? ORDER BY d.next_check_at LIMIT ?`, now, limit)
    const claim = 'UPDATE custom_domain SET next_check_at = ? WHERE account_no = ? AND name = ?'
    for (const { accountNo, name } of due) db.run(claim, until, accountNo, name)
    return due.map((row) => toDomain({ ...row, nextCheckAt: until }))
  })
}

export function recordCheck(db: Database, checked: CheckedDomain): RecordedCheck {
  return db.transaction(() => {
    const { accountId, name, at, state } = checked
    const row = domainRow(db, accountId, name)
    if (!row || row.token !== checked.token) return null
    if (row.checkedAt !== checked.basedOn) return 'overtaken'
    const isNew = state !== row.state
    if (state === 'verified') {
      requireFree(verifiedName(db, name), accountId)
      keepVerified(db, row.accountNo, name, checked.extent, at)
    } else releaseName(db, row.accountNo, name, at)
    db.run(
      `UPDATE custom_domain SET state = ?, verified_at = ?, lost_at = ?, checked_at = ?, missed_at = ?, next_check_at = ?,
         zone = ?, name_servers = ?, findings = ? WHERE account_no = ? AND name = ?`,
      state,
      isNew && state === 'verified' ? at : row.verifiedAt,
      isNew && state === 'lost' ? at : state === 'verified' ? null : row.lostAt,
      at,
      checked.missedAt,
      checked.nextCheckAt,
      checked.zone,
      JSON.stringify(checked.nameServers),
      JSON.stringify(checked.findings),
      row.accountNo,
      name,
    )
    if (checked.note) insertNote(db, row.accountNo, checked.note)
    return getDomain(db, accountId, name)
  })
}

function domainRow(db: Database, accountId: string, name: string): Row | undefined {
  return db.get<Row>(`${DOMAIN} WHERE ${OF_ACCOUNT} AND d.name = ?`, accountId, name)
}

function requireFree(known: VerifiedName | null, accountId: string): void {
  if (known === null || known.accountId === null || known.accountId === accountId) return
  throw new DomainError('conflict', 'Another account has this domain.')
}

function toDomain({ accountNo: _no, nameServers, findings, ...row }: Row): CustomDomain {
  return { ...row, nameServers: JSON.parse(nameServers), findings: JSON.parse(findings) }
}
