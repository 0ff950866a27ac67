import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Database } from '../database.ts'
import { openSqliteStore } from '../store.ts'
import { FIRST } from './001-first.ts'

const HASH = new Uint8Array(32).fill(7)

test('a folder of the first version keeps its account, user and key', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mayfly-people-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const old = new Database(join(dataDir, 'mayfly.db'), { readOnly: false })
  old.exec(FIRST)
  old.exec('PRAGMA user_version = 1')
  old.run("INSERT INTO account (no, id, plan, created_at) VALUES (1, 'acc_1', 'team', 5)")
  old.run(
    "INSERT INTO user (id, account_no, email, role, created_at) VALUES ('usr_1', 1, 'ann@owner.test', 'owner', 5)",
  )
  const key = `INSERT INTO api_key (id, account_no, hash, name, prefix, last4, scope, created_at)
    VALUES ('key_1', 1, ?, 'ci', 'tk_', 'wxyz', 'full', 5)`
  old.run(key, HASH)
  old.close()
  const held = { maxBytes: 1024, maxPerAddress: 1 }
  const store = await openSqliteStore({ dataDir, held, role: 'server' })
  t.after(() => store.close())
  const holder = await store.keyByHash(HASH)
  assert.deepEqual([holder?.key.role, holder?.account.suspendedAt], ['admin', null])
  const user = await store.people.userByEmail('ann@owner.test')
  assert.deepEqual([user?.id, user?.password, user?.totp], ['usr_1', null, null])
})
