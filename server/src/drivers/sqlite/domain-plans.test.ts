import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { test } from 'node:test'
import { checked, newDomain, SHOP } from '../contract/domain-scene.ts'
import { note } from '../contract/people-scene.ts'
import { DAY, newAccount, T0 } from '../contract/scene.ts'
import { createAccount } from './accounts.ts'
import { Database } from './database.ts'
import { addDomain, askForCheck, claimDueDomains, listDomains, recordCheck, removeDomain } from './domains.ts'
import { migrate } from './migrate.ts'
import { deleteAccount } from './people/accounts.ts'
import { verifiedName, verifiedSince } from './verified-domains.ts'

const asked = new Set<string>()

/** Remembers what it was asked. */
class Watched extends Database {
  override get<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    asked.add(sql)
    return super.get(sql, ...values)
  }

  override all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    asked.add(sql)
    return super.all(sql, ...values)
  }

  override run(sql: string, ...values: SQLInputValue[]): number {
    asked.add(sql)
    return super.run(sql, ...values)
  }

  plan(sql: string): string[] {
    return super.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail)
  }
}

/** The highest change is the end of an index: looking there costs the same however long it is. */
function growsWithTheStore(line: string): boolean {
  return /TEMP B-TREE/.test(line) || /^SCAN (?!\d|CONSTANT)/.test(line)
}

function useEverything(db: Database): void {
  const { account, user, key } = newAccount({ plan: 'team' })
  createAccount(db, { account, user, key })
  for (const name of [SHOP, 'other.test']) addDomain(db, newDomain(account.id, { name }), note('domain.add'))
  assert.equal(listDomains(db, account.id, 'a', 10).length, 2)
  assert.equal(claimDueDomains(db, { now: T0, until: T0 + 1, limit: 10 }).length, 2)
  assert.equal(askForCheck(db, account.id, SHOP, T0, T0 - 1), null)
  assert.ok(recordCheck(db, checked(account.id)))
  assert.ok(recordCheck(db, checked(account.id, { state: 'lost', at: T0 + DAY, basedOn: T0 })))
  assert.equal(verifiedName(db, SHOP)?.accountId, null)
  assert.equal(verifiedSince(db, 0, 10).length, 1)
  assert.equal(removeDomain(db, account.id, SHOP, note('domain.remove')), true)
  assert.equal(deleteAccount(db, account.id, T0), true)
}

test('whatever is asked of domains goes by a key, so that nothing grows with their number', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mayfly-plans-'))
  const db = new Watched(join(folder, 'mayfly.db'), { readOnly: false })
  try {
    migrate(db)
    asked.clear()
    useEverything(db)
    const statements = [...asked].filter((sql) => /\b(custom_domain|verified_domain)\b/.test(sql))
    assert.ok(statements.length >= 14, `only ${statements.length} statements were seen`)
    for (const sql of statements) {
      const plan = db.plan(sql)
      assert.deepEqual(plan.filter(growsWithTheStore), [], `${sql}\n${plan.join('\n')}`)
    }
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
})
