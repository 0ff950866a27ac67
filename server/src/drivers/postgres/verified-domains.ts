import type { VerifiedExtent, VerifiedName } from '../../domain/custom-domain.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { Queries } from './database.ts'

const VERIFIED = 'SELECT name, account_id, subdomains, mta_sts, since, change FROM verified_domain'

export async function verifiedName(db: Queries, name: string): Promise<VerifiedName | null> {
  return (await db.get<VerifiedName>(`${VERIFIED} WHERE name = $1`, name)) ?? null
}

export function verifiedSince(db: Queries, after: number, limit: number): Promise<VerifiedName[]> {
  return db.all<VerifiedName>(`${VERIFIED} WHERE change > $1 ORDER BY change LIMIT $2`, after, limit)
}

export function requireFree(known: VerifiedName | null, accountId: string): void {
  if (known && known.accountId !== null && known.accountId !== accountId) throw taken()
}

/**
 * For an account whose domain is locked: only under that lock does a name become the account's, or cease to be. What stays
 * as it is makes no change.
 */
export async function keepVerified(
  tx: Queries,
  accountId: string,
  name: string,
  extent: VerifiedExtent,
  at: number,
): Promise<void> {
  const known = await verifiedName(tx, name)
  requireFree(known, accountId)
  const isOwn = known?.accountId === accountId
  if (isOwn && known.subdomains === extent.subdomains && known.mtaSts === extent.mtaSts) return
  const change = await countChanges(tx, 1)
  const kept = await tx.run(
    `INSERT INTO verified_domain (name, account_id, subdomains, mta_sts, since, change) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (name) DO UPDATE SET account_id = excluded.account_id, subdomains = excluded.subdomains,
       mta_sts = excluded.mta_sts, since = excluded.since, change = excluded.change
     WHERE verified_domain.account_id IS NULL OR verified_domain.account_id = excluded.account_id`,
    name,
    accountId,
    extent.subdomains,
    extent.mtaSts,
    isOwn ? known.since : at,
    change,
  )
  // Somebody else's since we looked.
  if (kept === 0) throw taken()
}

/** Under the same lock. Leaves alone what is not this account's. */
export async function releaseNames(
  tx: Queries,
  accountId: string,
  names: readonly string[],
  at: number,
): Promise<void> {
  const own = await tx.all<{ name: string }>(
    'SELECT name FROM verified_domain WHERE name = ANY($1) AND account_id = $2 ORDER BY name',
    names,
    accountId,
  )
  if (own.length === 0) return
  const last = await countChanges(tx, own.length)
  await tx.run(
    `UPDATE verified_domain v SET account_id = NULL, subdomains = false, mta_sts = false, since = $2, change = $3 + own.n
     FROM unnest($1::text[]) WITH ORDINALITY AS own (name, n) WHERE v.name = own.name`,
    own.map(({ name }) => name),
    at,
    last - own.length,
  )
}

/**
 * Changes wait here for each other until they are committed, so that no follower passes one that is still on its way.
 * Before the rows of names are touched: so nobody waits for a name while others wait for its holder. The last number.
 */
async function countChanges(tx: Queries, count: number): Promise<number> {
  const counted = await tx.get<{ last: number }>(
    `INSERT INTO domain_change (slot, last) VALUES (0, $1)
     ON CONFLICT (slot) DO UPDATE SET last = domain_change.last + excluded.last RETURNING last`,
    count,
  )
  return (counted as { last: number }).last
}

function taken(): DomainError {
  return new DomainError('conflict', 'Another account has this domain.')
}
