import { StoreUnusable } from '../../domain/store-unusable.ts'
import type { Database, Queries } from './database.ts'
import { FIRST } from './migrations/001-first.ts'
import { WEBHOOKS } from './migrations/002-webhooks.ts'
import { PEOPLE } from './migrations/003-people.ts'
import { DOMAINS } from './migrations/004-domains.ts'
import { CERTIFICATES } from './migrations/005-certificates.ts'
import { LEASES } from './migrations/006-leases.ts'

/** In order and append-only: the version of a database is how many of these it has been through. */
const MIGRATIONS: readonly string[] = [FIRST, WEBHOOKS, PEOPLE, DOMAINS, CERTIFICATES, LEASES]

/** Any number that no other program is likely to lock in the same database. */
export const MIGRATION_LOCK = 1_836_679_276

/** All nodes may start at once: the first does it, and the rest find it done. */
export async function migrate(db: Database): Promise<void> {
  if ((await schemaVersion(db)) === MIGRATIONS.length) return
  await db.transaction(async (tx) => {
    await tx.run('SELECT pg_advisory_xact_lock($1)', MIGRATION_LOCK)
    const version = await schemaVersion(tx)
    if (version > MIGRATIONS.length) throw newerSchema(version)
    if (version === 0) await tx.run('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)')
    for (const migration of MIGRATIONS.slice(version)) await tx.run(migration)
    await tx.run('DELETE FROM schema_version')
    await tx.run('INSERT INTO schema_version VALUES ($1)', MIGRATIONS.length)
  })
}

async function schemaVersion(db: Queries): Promise<number> {
  const found = await db.get<{ there: boolean }>(`SELECT to_regclass('schema_version') IS NOT NULL AS there`)
  if (!found?.there) return 0
  return (await db.get<{ version: number }>('SELECT version FROM schema_version'))?.version ?? 0
}

function newerSchema(version: number): StoreUnusable {
  return new StoreUnusable(
    `The database was written by a newer Mayfly (schema ${version}; this one knows up to ${MIGRATIONS.length}). ` +
      'Upgrade mayflyd, or set MAYFLY_DATABASE_URL to another database.',
  )
}
