import type { VerifiedExtent, VerifiedName } from '../../domain/custom-domain.ts'
import type { Database } from './database.ts'

interface Row extends Omit<VerifiedName, 'subdomains' | 'mtaSts'> {
  readonly accountNo: number | null
  readonly subdomains: number
  readonly mtaSts: number
}

const VERIFIED = `SELECT v.name, v.account_no AS accountNo, a.id AS accountId, v.subdomains, v.mta_sts AS mtaSts, v.since,
    v.change FROM verified_domain v LEFT JOIN account a ON a.no = v.account_no`
const NEXT_CHANGE = '(SELECT coalesce(max(change), 0) + 1 FROM verified_domain)'

export function verifiedName(db: Database, name: string): VerifiedName | null {
  const row = rowOf(db, name)
  return row ? toName(row) : null
}

export function verifiedSince(db: Database, after: number, limit: number): VerifiedName[] {
  return db.all<Row>(`${VERIFIED} WHERE v.change > ? ORDER BY v.change LIMIT ?`, after, limit).map(toName)
}

/** Inside a transaction that has made sure that nobody else has it. What stays as it is makes no change. */
export function keepVerified(db: Database, accountNo: number, name: string, extent: VerifiedExtent, at: number): void {
  const known = rowOf(db, name)
  const isOwn = known?.accountNo === accountNo
  const [subdomains, mtaSts] = [Number(extent.subdomains), Number(extent.mtaSts)]
  if (isOwn && known.subdomains === subdomains && known.mtaSts === mtaSts) return
  db.run(
    `INSERT INTO verified_domain (name, account_no, subdomains, mta_sts, since, change)
     VALUES (?, ?, ?, ?, ?, ${NEXT_CHANGE})
     ON CONFLICT (name) DO UPDATE SET account_no = excluded.account_no, subdomains = excluded.subdomains,
       mta_sts = excluded.mta_sts, since = excluded.since, change = excluded.change`,
    name,
    accountNo,
    subdomains,
    mtaSts,
    isOwn ? known.since : at,
  )
}

/** Does nothing where it is not this account's. */
export function releaseName(db: Database, accountNo: number, name: string, at: number): void {
  db.run(
    `UPDATE verified_domain SET account_no = NULL, subdomains = 0, mta_sts = 0, since = ?, change = ${NEXT_CHANGE}
     WHERE name = ? AND account_no = ?`,
    at,
    name,
    accountNo,
  )
}

function rowOf(db: Database, name: string): Row | undefined {
  return db.get<Row>(`${VERIFIED} WHERE v.name = ?`, name)
}

function toName({ accountNo: _no, subdomains, mtaSts, ...row }: Row): VerifiedName {
  return { ...row, subdomains: subdomains === 1, mtaSts: mtaSts === 1 }
}
