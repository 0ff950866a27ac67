import type { CustomDomain } from '../../domain/custom-domain.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { AddedDomain, CheckedDomain, DueChecks, NewDomain, RecordedCheck } from '../../domain/domain-store.ts'
import type { AuditNote } from '../../domain/people-store.ts'
import type { Database, Queries } from './database.ts'
import { insertNote } from './people/audit.ts'
import { keepVerified, releaseNames, requireFree, verifiedName } from './verified-domains.ts'

interface Row extends Omit<CustomDomain, 'findings'> {
  readonly findings: string
}

const COLUMNS = `d.account_id, d.name, d.token, d.state, d.created_at, d.verified_at, d.lost_at, d.checked_at, d.missed_at,
  d.next_check_at, d.zone, d.name_servers, d.findings`
const DOMAIN = `SELECT ${COLUMNS} FROM custom_domain d`
const OWN = 'd.account_id = $1 AND d.name = $2'

/** Under the account's lock: of two at once one finds the other's, and none comes to an account that is gone. */
export function addDomain(db: Database, wish: NewDomain, note: AuditNote): Promise<AddedDomain> {
  return db.transaction(async (tx) => {
    const { accountId, name, token, createdAt, cap } = wish
    const lock = 'SELECT 1 FROM account WHERE id = $1 AND deleted_at IS NULL FOR UPDATE'
    if (!(await tx.get(lock, accountId))) throw new DomainError('not_found', 'This account is gone.')
    const known = await getDomain(tx, accountId, name)
    if (known) return { domain: known, added: false }
    requireFree(await verifiedName(tx, name), accountId)
    const { count } = (await tx.get<{ count: number }>(
      'SELECT count(*) AS count FROM custom_domain WHERE account_id = $1',
      accountId,
    )) as { count: number }
    if (count >= cap) throw new DomainError('plan_required', 'No domain more fits into the plan.')
    const added = await tx.get<Row>(
      `INSERT INTO custom_domain AS d (account_id, name, token, created_at, next_check_at) VALUES ($1, $2, $3, $4, $4)
       RETURNING ${COLUMNS}`,
      accountId,
      name,
      token,
      createdAt,
    )
    await insertNote(tx, accountId, note)
    return { domain: toDomain(added as Row), added: true }
  })
}

export async function getDomain(db: Queries, accountId: string, name: string): Promise<CustomDomain | null> {
  const row = await db.get<Row>(`${DOMAIN} WHERE ${OWN}`, accountId, name)
  return row ? toDomain(row) : null
}

export async function listDomains(
  db: Queries,
  accountId: string,
  after: string | null,
  limit: number,
): Promise<CustomDomain[]> {
  const select = `${DOMAIN} WHERE d.account_id = $1 AND d.name > $2 ORDER BY d.name LIMIT $3`
  return (await db.all<Row>(select, accountId, after ?? '', limit)).map(toDomain)
}

export function removeDomain(db: Database, accountId: string, name: string, note: AuditNote): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await tx.run(`DELETE FROM custom_domain d WHERE ${OWN}`, accountId, name)) === 0) return false
    await insertNote(tx, accountId, note)
    await releaseNames(tx, accountId, [name], note.at)
    return true
  })
}

/** All that a locked account has. */
export async function dropDomains(tx: Queries, accountId: string, at: number): Promise<void> {
  const dropped = 'DELETE FROM custom_domain WHERE account_id = $1 RETURNING name'
  const names = (await tx.all<{ name: string }>(dropped, accountId)).map(({ name }) => name)
  await releaseNames(tx, accountId, names, at)
}

export function askForCheck(
  db: Database,
  accountId: string,
  name: string,
  now: number,
  notAfter: number,
): Promise<number | null> {
  return db.transaction(async (tx) => {
    const lock = `SELECT d.asked_at AS at FROM custom_domain d WHERE ${OWN} FOR UPDATE`
    const asked = await tx.get<{ at: number | null }>(lock, accountId, name)
    if (asked && asked.at !== null && asked.at > notAfter) return asked.at
    await tx.run(`UPDATE custom_domain d SET asked_at = $3 WHERE ${OWN}`, accountId, name, now)
    return null
  })
}

/** What another node holds at this moment is left to it. */
export async function claimDueDomains(db: Queries, { now, until, limit }: DueChecks): Promise<CustomDomain[]> {
  const claimed = await db.all<Row & { dueAt: number }>(
    `WITH due AS MATERIALIZED (
       SELECT account_id, name, next_check_at AS due_at FROM custom_domain WHERE next_check_at <= $1
       ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     UPDATE custom_domain d SET next_check_at = $2 FROM due
     WHERE d.account_id = due.account_id AND d.name = due.name RETURNING ${COLUMNS}, due.due_at`,
    now,
    until,
    limit,
  )
  return claimed.sort((a, b) => a.dueAt - b.dueAt).map(({ dueAt: _dueAt, ...row }) => toDomain(row))
}

export function recordCheck(db: Database, checked: CheckedDomain): Promise<RecordedCheck> {
  return db.transaction(async (tx) => {
    const { accountId, name, at, state } = checked
    const row = await tx.get<Row>(`${DOMAIN} WHERE ${OWN} FOR UPDATE`, accountId, name)
    if (!row || row.token !== checked.token) return null
    if (row.checkedAt !== checked.basedOn) return 'overtaken'
    const recorded = await update(tx, row, checked)
    if (checked.note) await insertNote(tx, accountId, checked.note)
    if (state === 'verified') await keepVerified(tx, accountId, name, checked.extent, at)
    else await releaseNames(tx, accountId, [name], at)
    return recorded
  })
}

async function update(tx: Queries, row: Row, checked: CheckedDomain): Promise<CustomDomain> {
  const { at, state } = checked
  const isNew = state !== row.state
  const updated = await tx.get<Row>(
    `UPDATE custom_domain d SET state = $3, verified_at = $4, lost_at = $5, checked_at = $6, missed_at = $7,
       next_check_at = $8, zone = $9, name_servers = $10, findings = $11 WHERE ${OWN} RETURNING ${COLUMNS}`,
    row.accountId,
    row.name,
    state,
    isNew && state === 'verified' ? at : row.verifiedAt,
    isNew && state === 'lost' ? at : state === 'verified' ? null : row.lostAt,
    at,
    checked.missedAt,
    checked.nextCheckAt,
    checked.zone,
    checked.nameServers,
    JSON.stringify(checked.findings),
  )
  return toDomain(updated as Row)
}

function toDomain({ findings, ...row }: Row): CustomDomain {
  return { ...row, findings: JSON.parse(findings) }
}
