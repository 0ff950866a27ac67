import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { Database } from './database.ts'
import { serveOps } from './serve-ops.ts'

/** Does the slow work on the files beside the writer and the readers, none of whom wait for it. */
let db: Database

const ops = {
  open(): void {
    db = new Database(workerData as string, { readOnly: false })
  },
  /** Copies the log into the database as far as nobody is disturbed. Answers with the length of the log in pages. */
  checkpoint: (): number => db.get<{ log: number }>('PRAGMA wal_checkpoint(PASSIVE)')?.log ?? 0,
  /** A snapshot of one moment, complete under its final name or not there at all. */
  backup(file: string): void {
    const unfinished = `${file}.unfinished`
    rmSync(unfinished, { force: true })
    db.run('VACUUM INTO ?', unfinished)
    const handle = openSync(unfinished, 'r+')
    fsyncSync(handle)
    closeSync(handle)
    renameSync(unfinished, file)
  },
  close: (): void => db.close(),
}

export type CaretakerOps = typeof ops

serveOps(ops)
