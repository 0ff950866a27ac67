import type { Lease } from '../../domain/ports.ts'
import type { Queries } from './database.ts'

/** One statement: of two at once the second sees what the first has left. */
export async function takeLease(db: Queries, { name, holder, at, until }: Lease): Promise<boolean> {
  const changed = await db.run(
    `INSERT INTO lease (name, holder, until) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE lease.holder = excluded.holder OR lease.until <= $4`,
    name,
    holder,
    until,
    at,
  )
  return changed > 0
}

export async function endLease(db: Queries, name: string, holder: string): Promise<void> {
  await db.run('DELETE FROM lease WHERE name = $1 AND holder = $2', name, holder)
}
