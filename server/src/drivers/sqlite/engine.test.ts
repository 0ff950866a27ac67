import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { DomainError } from '../../domain/domain-error.ts'
import { type Packed, unpack } from '../../domain/packing/codec.ts'
import type { Store } from '../../domain/ports.ts'
import { assertRefused, claim, DAY, HOUR, mail, owner, put, seqs, T0 } from '../contract/scene.ts'
import { openSqliteStore } from './store.ts'

const held = { maxBytes: 1024 ** 3, maxPerAddress: 50 }
let dataDir: string
let store: Store

function sql<T>(work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(dataDir, 'mayfly.db'))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** With all of the log in it. The store's own checkpoint may be under way: then this one is tried again. */
async function fileSize(): Promise<number> {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (sql((db) => db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get())?.['busy'] === 0) {
      return statSync(join(dataDir, 'mayfly.db')).size
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  assert.fail('the log cannot be copied into the database')
}

function bodies(): string[] {
  const rows = sql((db) => db.prepare('SELECT codec, data FROM body').all()) as unknown as Packed[]
  return rows.map((row) => Buffer.from(unpack(row, () => assert.fail('a body needs no other'))).toString('latin1'))
}

async function sweepAll(now: number): Promise<void> {
  const retentionMs = { free: DAY, plus: DAY, elite: DAY, team: DAY }
  for (let step = 0; step < 1_000; step++) {
    if (!(await store.sweep({ now, heldTtlMs: HOUR, retentionMs, deliveryLogMs: DAY, limit: 200 })).more) return
  }
  assert.fail('the sweep does not end')
}

describe('the SQLite engine', () => {
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'mayfly-engine-'))
    store = await openSqliteStore({ dataDir, held, role: 'server' })
  })
  afterEach(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })

  test('a row that the engine refuses takes its whole mail with it, and no other', async () => {
    await put(store, mail('bad@mayfly.test'))
    sql((db) =>
      db.exec(`CREATE TRIGGER fault BEFORE INSERT ON message
        WHEN NEW.inbox_no = (SELECT no FROM inbox WHERE address = 'bad@mayfly.test')
        BEGIN SELECT RAISE(ABORT, 'injected'); END`),
    )
    const three = mail(['a@mayfly.test', 'b@mayfly.test', 'bad@mayfly.test'])
    const [before, failed, after] = await store.append([mail('c@mayfly.test'), three, mail('c@mayfly.test')])
    assert.ok(!(before instanceof DomainError) && !(after instanceof DomainError))
    assertRefused(failed, 'unavailable')
    assert.equal(await store.inboxByAddress('a@mayfly.test'), null)
    sql((db) => db.exec('DROP TRIGGER fault'))
    await put(store, three)
    for (const [address, count] of Object.entries({ a: 1, b: 1, bad: 2, c: 2 })) {
      assert.equal((await store.inboxByAddress(`${address}@mayfly.test`))?.messageCount, count, address)
    }
  })

  test('of mails that were packed together one can go, and its bytes with it', async () => {
    const sources = ['first', 'second', 'third'].map((word) =>
      Buffer.from(`Subject: ${word}\r\n\r\n${word} secret\r\n`),
    )
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, 'kept@mayfly.test')
    const to = ['gone@mayfly.test', 'kept@mayfly.test', 'gone@mayfly.test']
    await store.append(sources.map((raw, i) => mail(to[i] as string, { raw })))
    assert.equal(bodies().length, 1)
    await sweepAll(T0 + 2 * HOUR)
    assert.equal(await store.inboxByAddress('gone@mayfly.test'), null)
    assert.deepEqual(Buffer.from((await store.raw(inbox.id, 1)) ?? []), sources[1])
    assert.ok(!bodies().some((body) => /first|third/.test(body)))
    await sweepAll(T0 + 2 * DAY)
    assert.equal(bodies().length, 0)
  })

  test('swept mail gives its disk back', async () => {
    const ann = await owner(store)
    const { inbox } = await claim(store, ann, 'a@mayfly.test')
    const noise = () => crypto.getRandomValues(new Uint8Array(50_000))
    for (let i = 0; i < 400; i++) await put(store, mail('a@mayfly.test', { raw: noise() }))
    assert.ok((await fileSize()) > 20_000_000)
    await sweepAll(T0 + 10 * DAY)
    assert.deepEqual(await seqs(store, inbox.id), [])
    assert.ok((await fileSize()) < 4_000_000, `${await fileSize()} bytes are left`)
  })

  test('ordinary text costs less on disk than half of what came', async () => {
    const words = 'please confirm your address so that we can send the parcel to you before the end of the week'.split(
      ' ',
    )
    const text = () => Array.from({ length: 500 }, () => words[Math.floor(Math.random() * words.length)]).join(' ')
    let raw = 0
    const arrivals = Array.from({ length: 500 }, (_, i) => {
      const source = Buffer.from(`From: a@b.test\r\nTo: x@mayfly.test\r\nSubject: ${i}\r\n\r\n${text()}\r\n`)
      raw += source.byteLength
      return mail(`x${i % 50}@mayfly.test`, { raw: source })
    })
    const empty = await fileSize()
    await store.append(arrivals)
    assert.ok((await fileSize()) - empty < raw / 2)
  })

  test('every query of the road goes by a key, so that none grows with the store', () => {
    const queries: Record<string, string> = {
      'SELECT 1 FROM inbox WHERE address = ?': 'address=?',
      'SELECT seq FROM message WHERE inbox_no = (SELECT no FROM inbox WHERE id = ?) AND seq < ? AND seq > ? ORDER BY seq DESC LIMIT ?':
        'PRIMARY KEY (inbox_no=? AND seq>? AND seq<?)',
      'SELECT 1 FROM api_key k JOIN account a ON a.no = k.account_no WHERE k.hash = ?': 'hash=?',
      'SELECT no FROM inbox i WHERE i.sweep_at <= ? ORDER BY i.sweep_at LIMIT ?': 'inbox_sweep (sweep_at<?)',
      'SELECT no FROM inbox WHERE account_no IS NULL AND oldest_at IS NOT NULL ORDER BY oldest_at LIMIT 1':
        'inbox_held',
      'SELECT seq FROM event WHERE account_no = ? AND seq > ? ORDER BY seq LIMIT ?':
        'PRIMARY KEY (account_no=? AND seq>?)',
      'SELECT no FROM body WHERE refs = 0': 'body_unused',
    }
    for (const [query, key] of Object.entries(queries)) {
      const plan = sql((db) => db.prepare(`EXPLAIN QUERY PLAN ${query}`).all()).map((row) => String(row['detail']))
      assert.ok(
        plan.some((line) => line.includes(key)),
        `${query}\n${plan.join('\n')}`,
      )
      assert.ok(!plan.some((line) => line.includes('TEMP B-TREE')), query)
    }
  })
})
