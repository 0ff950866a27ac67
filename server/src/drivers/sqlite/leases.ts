import type { Lease } from '../../domain/ports.ts'
import type { Database } from './database.ts'

export function takeLease(db: Database, { name, holder, at, until }: Lease): boolean {
  const changed = db.run(
    `INSERT INTO lease (name, holder, until) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE lease.holder = excluded.holder OR lease.until <= ?`,
    name,
    holder,
    until,
    at,
  )
  return changed > 0
}

export function endLease(db: Database, name: string, holder: string): void {
  db.run('DELETE FROM lease WHERE name = ? AND holder = ?', name, holder)
}

/** What a crash left: one server at a time has the folder, so nobody holds any. */
export function endAllLeases(db: Database): void {
  db.run('DELETE FROM lease')
}
