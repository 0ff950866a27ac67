import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'

type SystemUser = { readonly uid?: number; readonly gid?: number }

/** A server of its own in a folder of its own, reached by a socket in it. */
export class TestPostgres {
  readonly #folder: string
  readonly #options: readonly string[]
  readonly #user: SystemUser
  #server: ChildProcess | null = null
  #made = 0

  private constructor(folder: string, options: readonly string[], user: SystemUser) {
    this.#folder = folder
    this.#options = options
    this.#user = user
    // Should the tests end without a word, it ends with them.
    process.once('exit', () => this.#server?.kill('SIGQUIT'))
  }

  /** Nothing here has to survive a power cut, so nothing waits for the disk. */
  static async start(settings: readonly string[] = []): Promise<TestPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'mayfly-pg-'))
    // PostgreSQL does not run as root.
    const user = userInfo().uid === 0 ? await userIds() : {}
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
    const initdb = ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
    await run(join(binaries(), 'initdb'), initdb, { cwd: '/', ...user })
    const options = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'full_page_writes=off']
    const started = new TestPostgres(folder, [...options, 'max_connections=300', 'autovacuum=off', ...settings], user)
    await started.resume()
    return started
  }

  /** After `halt`, on the same data. */
  async resume(): Promise<void> {
    const args = ['-D', join(this.#folder, 'data'), ...this.#options.flatMap((option) => ['-c', option])]
    this.#server = spawn(join(binaries(), 'postgres'), args, { cwd: '/', stdio: 'ignore', ...this.#user })
    for (let attempt = 0; attempt < 200; attempt++) {
      if (await this.run('SELECT 1').catch(() => null)) return
      await pause(50)
    }
    throw new Error('PostgreSQL did not start.')
  }

  /** Every connection ends. */
  async halt(): Promise<void> {
    const server = this.#server
    if (server?.exitCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
  }

  get socketFolder(): string {
    return this.#folder
  }

  url(database: string): string {
    return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(this.#folder)}`
  }

  /** The name of a new database. */
  async freshDatabase(): Promise<string> {
    const name = `mayfly_${++this.#made}`
    await this.run(`CREATE DATABASE ${name} TEMPLATE template0`)
    return name
  }

  /** As it was when a store was first opened on it: a tenth of the time that a new one takes. */
  async empty(database: string): Promise<void> {
    await this.run(EMPTY, database)
  }

  async run(sql: string, database = 'postgres'): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: this.url(database) })
    await client.connect()
    try {
      return await client.query(sql)
    } finally {
      await client.end()
    }
  }

  async stop(): Promise<void> {
    await this.halt()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Of the system's user for it. */
export async function userIds(): Promise<SystemUser> {
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

const EMPTY = `DO $$
  DECLARE found record;
  BEGIN
    FOR found IN SELECT inhrelid::regclass AS part FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE relkind = 'r' LOOP
      EXECUTE format('DROP TABLE %s', found.part);
    END LOOP;
    FOR found IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version' LOOP
      EXECUTE format('DELETE FROM %I', found.name);
    END LOOP;
    INSERT INTO held_total SELECT slot, 0 FROM generate_series(0, 15) AS slot;
  END $$`

async function idOf(flag: '-u' | '-g'): Promise<number> {
  return Number((await run('id', [flag, 'postgres'])).stdout)
}

function binaries(): string {
  const newest = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0] : undefined
  if (newest === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql.')
  return join(DEBIAN, newest, 'bin')
}
