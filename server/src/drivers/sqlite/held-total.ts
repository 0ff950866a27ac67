import type { Database } from './database.ts'

export function heldBytes(db: Database): number {
  return (db.get<{ bytes: number }>('SELECT bytes FROM held_total') as { bytes: number }).bytes
}

export function addHeldBytes(db: Database, bytes: number): void {
  db.run('UPDATE held_total SET bytes = bytes + ?', bytes)
}
