import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

interface Prepared {
  readonly statement: StatementSync
  /** Of the columns; none where the statement gives no rows. */
  readonly names: readonly string[]
}

/** One connection with its prepared statements. Lives on one thread. */
export class Database {
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()

  constructor(file: string, options: { readonly readOnly: boolean }) {
    this.#db = new DatabaseSync(file, { readOnly: options.readOnly, timeout: 10_000 })
    if (!options.readOnly) this.#prepareFile()
    // A commit returns after the log is on the disk. Checkpoints are made by a thread of their own.
    this.#db.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA cache_size = -16000;
      PRAGMA temp_store = MEMORY;
      PRAGMA foreign_keys = OFF`)
  }

  get<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    const { statement, names } = this.#prepare(sql)
    const row = statement.get(...values) as SQLOutputValue[] | undefined
    return row && toObject(names, row)
  }

  all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    const { statement, names } = this.#prepare(sql)
    const rows = statement.all(...values) as unknown as SQLOutputValue[][]
    return rows.map((row) => toObject(names, row))
  }

  /** The number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).statement.run(...values).changes)
  }

  exec(sql: string): void {
    this.#db.exec(sql)
  }

  transaction<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      // A full disk may have rolled it back already.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.#db.close()
  }

  /** Set before the first table is made: pages freed by the sweep can be given back to the disk. */
  #prepareFile(): void {
    const INCREMENTAL = 2
    if (this.get<{ auto_vacuum: number }>('PRAGMA auto_vacuum')?.auto_vacuum !== INCREMENTAL) {
      this.#db.exec('PRAGMA auto_vacuum = INCREMENTAL')
    }
    this.#db.exec('PRAGMA journal_mode = WAL')
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql)
    if (!prepared) {
      const statement = this.#db.prepare(sql)
      statement.setReturnArrays(true)
      prepared = { statement, names: statement.columns().map(({ name }) => name) }
      this.#prepared.set(sql, prepared)
    }
    return prepared
  }
}

/**
 * The objects that node:sqlite makes have no prototype, and V8 keeps such objects as hash tables: five times as large as
 * this one, and slower to make, to read and to send to another thread. Some rows are kept for as long as somebody waits.
 */
function toObject<T>(names: readonly string[], values: readonly SQLOutputValue[]): T {
  const row: Record<string, SQLOutputValue> = {}
  for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i] as SQLOutputValue
  return row as T
}
