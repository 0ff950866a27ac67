import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { StoreUnusable } from '../../domain/store-unusable.ts'
import { ROOMY } from '../contract/scene.ts'
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

function open(url: string) {
  return openPostgresStore({ url, held: ROOMY, retentionMs: RETENTION_MS, timeouts: QUICK })
}

async function refuses(url: string, words: RegExp): Promise<void> {
  await assert.rejects(open(url), (error) => {
    assert.ok(error instanceof StoreUnusable, `a StoreUnusable was expected, not ${error}`)
    assert.match(error.message, words)
    assert.doesNotMatch(error.message, /secret/)
    return true
  })
}

test('a server that is not there, a database that is not there, a user that may not in', async () => {
  await refuses(
    'postgres://ann:secret@127.0.0.1:1/mayfly',
    /127\.0\.0\.1:1\/mayfly does not answer .* MAYFLY_DATABASE_URL/,
  )
  await refuses('postgres://ann:secret@no-such-host.invalid/mayfly', /host name/)
  await refuses(server.url('missing'), /has no database of this name/)
  await refuses(server.url('postgres').replace('postgres@', 'nobody@'), /does not let this user in/)
})

test('missing rights', async () => {
  const database = await server.freshDatabase()
  await server.run('CREATE ROLE reader LOGIN')
  await refuses(server.url(database).replace('postgres@', 'reader@'), /does not allow this user to make tables/)
})

test('a database in another encoding, one that may lose commits, one that cannot be written to', async () => {
  await server.run(`CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
  await refuses(server.url('latin'), /is in LATIN1/)
  const loose = await server.freshDatabase()
  await server.run(`ALTER DATABASE ${loose} SET synchronous_commit = off`)
  await refuses(server.url(loose), /synchronous_commit/)
  const fixed = await server.freshDatabase()
  await server.run(`ALTER DATABASE ${fixed} SET default_transaction_read_only = on`)
  await refuses(server.url(fixed), /read-only copy/)
})

test('a schema that is newer than the program is left alone', async () => {
  const database = await server.freshDatabase()
  await (await open(server.url(database))).close()
  await server.run('UPDATE schema_version SET version = 99', database)
  await refuses(server.url(database), /newer Mayfly \(schema 99/)
  const { rows } = await server.run('SELECT version FROM schema_version', database)
  assert.deepEqual(rows, [{ version: 99 }])
})

test('a server that takes the connection and says nothing is given up in time', async (t) => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  t.after(() => silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  await refuses(`postgres://ann:secret@127.0.0.1:${port}/mayfly`, /cannot be reached/)
})

test('a copy is the operator’s to make, and the refusal says how', async () => {
  const store = await open(server.url(await server.freshDatabase()))
  await assert.rejects(store.backup('/tmp/never'), /pg_dump/)
  await store.close()
})
