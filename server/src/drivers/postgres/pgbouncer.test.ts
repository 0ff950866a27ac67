import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { appending } from '../contract/appending.ts'
import { claiming } from '../contract/claiming.ts'
import { concurrency } from '../contract/concurrency.ts'
import { deliveries } from '../contract/deliveries.ts'
import type { OpenStore } from '../contract/scene.ts'
import { sweeping } from '../contract/sweeping.ts'
import { openPostgresStore } from './store.ts'
import { TestPostgres, userIds } from './test-postgres.ts'
import { RETENTION_MS } from './test-retention.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'

let server: TestPostgres
let bouncer: ChildProcess
let port: number
let database: string

before(async () => {
  assert.ok(existsSync(PGBOUNCER), 'PgBouncer is not installed: apt-get install pgbouncer.')
  server = await TestPostgres.start()
  database = await server.freshDatabase()
  port = await freePort()
  bouncer = await startBouncer()
})
after(async () => {
  const ended = new Promise((resolve) => bouncer.once('exit', resolve))
  bouncer.kill('SIGTERM')
  await ended
  await server.stop()
})

/** Few servers for many clients, each for one transaction: whoever counts on a session is found out. */
async function startBouncer(): Promise<ChildProcess> {
  const config = join(server.socketFolder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
* = host=${server.socketFolder} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
server_idle_timeout = 1
`,
  )
  const user = userInfo().uid === 0 ? await userIds() : {}
  if (user.uid !== undefined && user.gid !== undefined) chownSync(config, user.uid, user.gid)
  const started = spawn(PGBOUNCER, [config], { cwd: '/', stdio: 'ignore', ...user })
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    const there = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (there) return started
    await pause(50)
  }
  throw new Error('PgBouncer did not start.')
}

function urlOf(name: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${name}`
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port: free } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return free
}

const open: OpenStore = async (held) => {
  const store = await openPostgresStore({ url: urlOf(database), held, retentionMs: RETENTION_MS })
  return { store, done: () => server.empty(database) }
}

describe('the postgres store behind PgBouncer, in transaction mode', () => {
  describe('claiming', () => claiming(open))
  describe('appending', () => appending(open))
  describe('sweeping', () => sweeping(open))
  describe('deliveries', () => deliveries(open))
  describe('concurrency', () => concurrency(open))
})
