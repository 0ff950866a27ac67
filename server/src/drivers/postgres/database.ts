import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isWorthAnotherTry, sqlState, toStoreError } from './postgres-error.ts'

export type Value = string | number | boolean | null | Uint8Array | readonly (string | number | boolean | null)[]

/** Statements on one connection, or on any of the pool. Columns are snake_case in SQL and camelCase in what comes back. */
export interface Queries {
  get<T>(sql: string, ...values: readonly Value[]): Promise<T | undefined>
  all<T>(sql: string, ...values: readonly Value[]): Promise<T[]>
  /** The number of rows changed. */
  run(sql: string, ...values: readonly Value[]): Promise<number>
}

export interface DatabaseOptions {
  readonly url: string
  readonly connections: number
  readonly timeouts: Timeouts
}

/** Each in milliseconds. */
export interface Timeouts {
  /** Until there is a connection, new or from the pool. */
  readonly connect: number
  /** Until the server gives a statement up. */
  readonly statement: number
  readonly lock: number
  /** Until the client gives up a server that does not answer at all. */
  readonly answer: number
}

const INT8 = 20
const ATTEMPTS = 8
const types = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    // Seqs, sizes and moments are far below 2^53.
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * A pool of connections that keeps no state on any of them, so that PgBouncer may hand each transaction to another server:
 * no named statements, no LISTEN, no session settings.
 */
export class Database implements Queries {
  readonly #pool: pg.Pool
  readonly #begin: string

  constructor({ url, connections, timeouts }: DatabaseOptions) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: timeouts.connect,
      query_timeout: timeouts.answer,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      types,
    })
    // A connection that breaks while nobody uses it is replaced by the pool when one is needed.
    this.#pool.on('error', () => undefined)
    // A node that hangs must not hold its locks for ever, and a statement that hangs must not hold its node.
    this.#begin = `BEGIN; SET LOCAL statement_timeout = ${timeouts.statement}; SET LOCAL lock_timeout = ${timeouts.lock};
      SET LOCAL idle_in_transaction_session_timeout = ${timeouts.answer}`
  }

  async get<T>(sql: string, ...values: readonly Value[]): Promise<T | undefined> {
    return (await this.all<T>(sql, ...values))[0]
  }

  async all<T>(sql: string, ...values: readonly Value[]): Promise<T[]> {
    return toObjects<T>(await this.#query(sql, values))
  }

  async run(sql: string, ...values: readonly Value[]): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0
  }

  /** Made anew, a few times, where the engine or the work itself finds that another transaction came in between. */
  async transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work)
      } catch (error) {
        if (attempt === ATTEMPTS || !isWorthAnotherTry(error)) throw toStoreError(error)
        await pause(Math.random() * 2 ** attempt)
      }
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  async #query(sql: string, values: readonly Value[]): Promise<pg.QueryArrayResult> {
    try {
      return await this.#pool.query(toQuery(sql, values))
    } catch (error) {
      throw toStoreError(error)
    }
  }

  async #attempt<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    try {
      await client.query(this.#begin)
      const result = await work(queriesOn(client))
      await client.query('COMMIT')
      return result
    } catch (error) {
      broken ??= await rollBack(client, error)
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }
}

/** What to throw the connection away for: one that the server did not answer on may be busy for ever. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<Error | undefined> {
  if (error instanceof Error && sqlState(error) === null && isOfConnection(error)) return error
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (failure) {
    return failure instanceof Error ? failure : new Error(String(failure))
  }
}

function isOfConnection(error: Error): boolean {
  return toStoreError(error) !== error && !isWorthAnotherTry(error)
}

function queriesOn(client: pg.PoolClient): Queries {
  const query = (sql: string, values: readonly Value[]) => client.query(toQuery(sql, values))
  return {
    get: async <T>(sql: string, ...values: readonly Value[]) => toObjects<T>(await query(sql, values))[0],
    all: async <T>(sql: string, ...values: readonly Value[]) => toObjects<T>(await query(sql, values)),
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  }
}

function toQuery(text: string, values: readonly Value[]): pg.QueryArrayConfig<unknown[]> {
  return { text, values: values.map(withoutNul), rowMode: 'array' }
}

/** PostgreSQL keeps no NUL in a text; a sender may well have written one. */
function withoutNul(value: Value): Value {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
  return Array.isArray(value) ? value.map((one) => withoutNul(one) as string) : value
}

function toObjects<T>({ rows, fields }: pg.QueryArrayResult): T[] {
  const names = fields.map(({ name }) => camelCase(name))
  return rows.map((row) => {
    const object: Record<string, unknown> = {}
    for (const [i, name] of names.entries()) object[name] = row[i]
    return object as T
  })
}

const known = new Map<string, string>()

/** There are as many as the statements of this program name. */
function camelCase(column: string): string {
  let name = known.get(column)
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    known.set(column, name)
  }
  return name
}
