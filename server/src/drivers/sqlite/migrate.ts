import { StoreUnusable } from '../../domain/store-unusable.ts'
import type { Database } from './database.ts'
import { FIRST } from './migrations/001-first.ts'
import { MAIL_AUTH } from './migrations/002-mail-auth.ts'
import { WEBHOOKS } from './migrations/003-webhooks.ts'
import { PEOPLE } from './migrations/004-people.ts'
import { MAILBOXES } from './migrations/005-mailboxes.ts'
import { DOMAINS } from './migrations/006-domains.ts'
import { CERTIFICATES } from './migrations/007-certificates.ts'
import { LEASES } from './migrations/008-leases.ts'

/** In order and append-only: the version of a data folder is how many of these it has been through. */
const MIGRATIONS: readonly string[] = [FIRST, MAIL_AUTH, WEBHOOKS, PEOPLE, MAILBOXES, DOMAINS, CERTIFICATES, LEASES]

export function migrate(db: Database): void {
  for (;;) {
    const version = schemaVersion(db)
    if (version > MIGRATIONS.length) throw newerFolder(version)
    if (version === MIGRATIONS.length) return
    db.transaction(() => {
      // Another process may have been quicker.
      if (schemaVersion(db) !== version) return
      db.exec(MIGRATIONS[version] as string)
      db.exec(`PRAGMA user_version = ${version + 1}`)
    })
  }
}

function schemaVersion(db: Database): number {
  return (db.get<{ user_version: number }>('PRAGMA user_version') as { user_version: number }).user_version
}

function newerFolder(version: number): StoreUnusable {
  return new StoreUnusable(
    `The data folder was written by a newer Mayfly (schema ${version}; this one knows up to ${MIGRATIONS.length}). ` +
      'Upgrade mayflyd, or set MAYFLY_DATA_DIR to another folder.',
  )
}
