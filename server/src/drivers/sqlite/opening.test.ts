import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { StoreUnusable } from '../../domain/store-unusable.ts'
import { authResults } from '../contract/mail-auth.ts'
import { mail, owner, put } from '../contract/scene.ts'
import { FIRST } from './migrations/001-first.ts'
import { openSqliteStore, type SqliteOptions } from './store.ts'

const held = { maxBytes: 1024 ** 3, maxPerAddress: 50 }
let dataDir: string

const open = (role: SqliteOptions['role'] = 'server') => openSqliteStore({ dataDir, held, role })

async function assertUnusable(sentence: RegExp): Promise<void> {
  await assert.rejects(open(), (error) => error instanceof StoreUnusable && sentence.test(error.message))
}

describe('opening a data folder', () => {
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'mayfly-opening-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  test('one server has it at a time, and tools work beside it', async () => {
    const server = await open()
    await assertUnusable(/Another mayflyd is serving/)
    const tool = await open('tool')
    const ann = await owner(tool)
    assert.equal((await server.account(ann))?.id, ann)
    await tool.close()
    await server.close()
    await (await open()).close()
  })

  test('a folder of a newer version is left alone', async () => {
    await (await open()).close()
    const db = new DatabaseSync(join(dataDir, 'mayfly.db'))
    db.exec('PRAGMA user_version = 999')
    db.close()
    const before = readFileSync(join(dataDir, 'mayfly.db'))
    await assertUnusable(/newer Mayfly \(schema 999.*Upgrade mayflyd/)
    assert.deepEqual(readFileSync(join(dataDir, 'mayfly.db')), before)
  })

  test('a folder of the first version is brought up to date with its mail', async () => {
    const db = new DatabaseSync(join(dataDir, 'mayfly.db'))
    db.exec(FIRST)
    db.exec(`
      INSERT INTO inbox (no, id, address, created_at, message_count, stored_bytes, last_seq, oldest_at, sweep_at)
        VALUES (1, 'ibx_old', 'a@mayfly.test', 1, 1, 5, 1, 1, 1);
      INSERT INTO body (no, kind, refs) VALUES (1, 0, 1);
      INSERT INTO message (inbox_no, seq, body_no, body_at, body_length, received_at, size, envelope_from, from_address,
        from_name, to_addresses, subject) VALUES (1, 1, 1, 0, 5, 1, 5, 'e@f.test', '', '', '', 'old');
      PRAGMA user_version = 1`)
    db.close()
    const store = await open()
    const old = await store.message('ibx_old', 1)
    assert.deepEqual([old?.subject, old?.peer, old?.auth], ['old', null, null])
    await store.saveAuth('ibx_old', 1, authResults('now'))
    assert.equal((await store.message('ibx_old', 1))?.auth?.spf.info, 'now')
    await store.close()
  })

  test('results go with their message', async () => {
    const store = await open()
    const [place] = await put(store, mail('a@mayfly.test'))
    await store.saveAuth(place?.inboxId ?? '', 1, authResults('soon gone'))
    await store.deleteMessages(place?.inboxId ?? '', [1])
    await store.close()
    const db = new DatabaseSync(join(dataDir, 'mayfly.db'))
    assert.equal(db.prepare('SELECT count(*) AS n FROM mail_auth').get()?.['n'], 0)
    db.close()
  })

  test('a file that is no database is named, and not touched', async () => {
    writeFileSync(
      join(dataDir, 'mayfly.db'),
      'no database at all, but long enough to be looked at by SQLite'.repeat(20),
    )
    const before = readFileSync(join(dataDir, 'mayfly.db'))
    await assertUnusable(/mayfly\.db is no Mayfly database\. Put a backup/)
    assert.deepEqual(readFileSync(join(dataDir, 'mayfly.db')), before)
  })

  test('a backup made while mail comes in opens as a store with all that was committed before', async () => {
    const store = await open()
    for (let i = 0; i < 50; i++) await put(store, mail('a@mayfly.test'))
    const file = join(dataDir, 'copy', 'mayfly.db')
    mkdirSync(join(dataDir, 'copy'))
    const [, copied] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, () => put(store, mail('b@mayfly.test')))),
      store.backup(file),
    ])
    assert.equal(copied, undefined)
    await store.close()
    const copy = await openSqliteStore({ dataDir: join(dataDir, 'copy'), held, role: 'server' })
    const inbox = await copy.inboxByAddress('a@mayfly.test')
    assert.equal(inbox?.messageCount, 50)
    assert.equal((await copy.raw(inbox.id, 50))?.byteLength, 100)
    await copy.close()
  })

  test('a body that was staged and never used is gone after the next start', async () => {
    const store = await open()
    await store.stage(
      (async function* () {
        yield new Uint8Array(3_000_000).fill(7)
      })(),
    )
    await store.close()
    await (await open()).close()
    const db = new DatabaseSync(join(dataDir, 'mayfly.db'))
    assert.equal(db.prepare('SELECT count(*) AS n FROM body_piece').get()?.['n'], 0)
    assert.equal(db.prepare('SELECT count(*) AS n FROM body').get()?.['n'], 0)
    db.close()
  })
})
