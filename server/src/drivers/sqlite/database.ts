import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** One connection with its prepared statements. Lives on one thread. */
export class Database {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

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
    return this.#statement(sql).get(...values) as T | undefined
  }

  all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#statement(sql).all(...values) as T[]
  }

  /** The number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes)
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

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#db.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}
