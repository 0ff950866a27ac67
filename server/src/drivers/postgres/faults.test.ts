import assert from 'node:assert/strict'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { DomainError } from '../../domain/domain-error.ts'
import type { Store } from '../../domain/ports.ts'
import { mail, ROOMY, T0 } from '../contract/scene.ts'
import type { Timeouts } from './database.ts'
import { openPostgresStore } from './store.ts'
import { TestPostgres } from './test-postgres.ts'
import { RETENTION_MS } from './test-retention.ts'

let server: TestPostgres
before(async () => {
  server = await TestPostgres.start()
})
after(() => server.stop())

const QUICK: Timeouts = { connect: 300, statement: 1_000, lock: 300, answer: 1_500 }

function open(url: string, timeouts = QUICK): Promise<Store> {
  return openPostgresStore({ url, held: ROOMY, retentionMs: RETENTION_MS, timeouts })
}

test('who waits too long for a lock is told that the store is away, and nothing of theirs is there', async () => {
  const database = await server.freshDatabase()
  const store = await open(server.url(database))
  await store.append([mail('a@mayfly.test')])
  const holder = new pg.Client({ connectionString: server.url(database) })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE')
  await assert.rejects(store.append([mail('a@mayfly.test')]), isUnavailable)
  await holder.end()
  await store.append([mail('a@mayfly.test')])
  assert.equal((await store.inboxByAddress('a@mayfly.test'))?.messageCount, 2)
  await store.close()
})

test('connections that the server ends are replaced', async () => {
  const database = await server.freshDatabase()
  const store = await open(server.url(database))
  await Promise.all(Array.from({ length: 5 }, () => store.ping()))
  await server.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => store.append([mail('a@mayfly.test')])))
  for (const answer of answers) if (answer.status === 'rejected') assert.ok(isUnavailable(answer.reason))
  await store.ping()
  const stored = answers.filter(({ status }) => status === 'fulfilled').length
  assert.ok(stored > 0)
  assert.equal((await store.inboxByAddress('a@mayfly.test'))?.messageCount, stored)
  await store.close()
})

test('a server that goes silent is given up in time, and used again when it answers', async () => {
  const database = await server.freshDatabase()
  const proxy = await HangingProxy.start(join(server.socketFolder, '.s.PGSQL.5432'))
  const store = await open(`postgres://postgres@127.0.0.1:${proxy.port}/${database}`)
  await store.append([mail('a@mayfly.test')])
  proxy.hang()
  const calls = [store.append([mail('a@mayfly.test')]), store.inboxByAddress('a@mayfly.test'), store.ping()]
  for (const call of await Promise.allSettled(calls)) {
    assert.equal(call.status, 'rejected')
    assert.ok(isUnavailable(call.reason), String(call.reason))
  }
  proxy.goOn()
  await store.append([mail('a@mayfly.test')])
  assert.equal((await store.inboxByAddress('a@mayfly.test'))?.messageCount, 2)
  await store.close()
  await proxy.stop()
})

test('a restart of the server between two mails costs neither', async () => {
  const store = await open(server.url(await server.freshDatabase()))
  await store.append([mail('a@mayfly.test')])
  await server.halt()
  await assert.rejects(store.append([mail('a@mayfly.test')]), isUnavailable)
  await server.resume()
  await store.append([mail('a@mayfly.test', { at: T0 + 1 })])
  assert.equal((await store.inboxByAddress('a@mayfly.test'))?.messageCount, 2)
  await store.close()
})

test('a NUL that a sender wrote into a header stops nothing', async () => {
  const store = await open(server.url(await server.freshDatabase()))
  const arrival = mail('a@mayfly.test', { subject: 'one\0two' })
  const [outcome] = await store.append([arrival, mail('a@mayfly.test')])
  assert.ok(Array.isArray(outcome))
  const rows = await store.messages(outcome[0].inboxId, { limit: 5 })
  assert.deepEqual(
    rows.map(({ subject }) => subject),
    ['Hello', 'one\ufffdtwo'],
  )
  await store.close()
})

function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'unavailable'
}

/** Between a node and the database: it can stop to pass anything on, without a word to either. */
class HangingProxy {
  readonly #listener: Server
  readonly #sockets = new Set<Socket>()
  #hanging = false

  private constructor(target: string) {
    this.#listener = createServer((client) => {
      const upstream = createConnection(target)
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(from)
        from.on('data', (bytes) => this.#hanging || to.write(bytes))
        from.on('error', () => to.destroy())
        from.on('close', () => to.destroy())
      }
    })
  }

  static async start(target: string): Promise<HangingProxy> {
    const proxy = new HangingProxy(target)
    proxy.#listener.listen(0, '127.0.0.1')
    await new Promise((resolve) => proxy.#listener.once('listening', resolve))
    return proxy
  }

  get port(): number {
    return (this.#listener.address() as { port: number }).port
  }

  hang(): void {
    this.#hanging = true
  }

  goOn(): void {
    this.#hanging = false
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#listener.close(resolve))
  }
}
