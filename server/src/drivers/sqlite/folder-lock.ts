import { DatabaseSync } from 'node:sqlite'
import { StoreUnusable } from '../../domain/store-unusable.ts'
import { SQLITE_BUSY, sqliteCode } from './sqlite-error.ts'

/** Holds the data folder for this process. The system lets go of it when the process ends, however it ends. */
export class FolderLock {
  readonly #db: DatabaseSync

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: 0 })
    try {
      this.#db.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      this.#db.close()
      if (sqliteCode(error) !== SQLITE_BUSY) throw error
      throw new StoreUnusable(
        'Another mayflyd is serving from this data folder. Stop it, or set MAYFLY_DATA_DIR to another folder.',
        { cause: error },
      )
    }
  }

  release(): void {
    this.#db.close()
  }
}
