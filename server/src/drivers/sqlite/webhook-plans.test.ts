import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { test } from 'node:test'
import { DAY, HOUR, newAccount, T0 } from '../contract/scene.ts'
import { newWebhook, resultOf } from '../contract/webhook-scene.ts'
import { createAccount } from './accounts.ts'
import { insertDelivery } from './announce.ts'
import { claimDue, nextDue } from './claim-deliveries.ts'
import { Database } from './database.ts'
import { backlog, dropHeld, getDelivery, listDeliveries, pingWebhook, redeliver, redeliverAll } from './deliveries.ts'
import { migrate } from './migrate.ts'
import { recordAttempts, releaseAllClaims, releaseClaims } from './record-attempts.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'
import { createWebhook, pauseWebhook, resumeWebhook } from './webhooks.ts'

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

/**
 * What grows with the log: a table walked from end to end, a search by the endpoint alone where the log is long, and
 * whatever has to be sorted first. These indexes hold only what is open, claimed or due, or are asked for their first
 * entry: walking along them costs what there is to do.
 */
const SHORT =
  /INDEX (?:delivery_due|delivery_ping|delivery_leased|webhook_due|webhook_open|webhook_sweep|delivery_at)\b/

function growsWithTheLog(line: string): boolean {
  if (/TEMP B-TREE/.test(line)) return true
  if (SHORT.test(line)) return false
  return /^SCAN (?!\d|CONSTANT)/.test(line) || /\(webhook_no=\?\)$/.test(line)
}

/** Does everything that a sender, a reader of the log and the sweep do, on three endpoints of one account. */
function useEverything(db: Database): void {
  const { account, user, key } = newAccount({ plan: 'team' })
  createAccount(db, { account, user, key })
  const ids = [1, 2, 3].map(() => {
    const webhook = newWebhook(account.id)
    createWebhook(db, { webhook, secret: 'whsec_x', cap: 10 })
    return webhook.id
  })
  for (const no of [1, 2, 3]) for (let n = 0; n < 20; n++) insertDelivery(db, no, 0, T0 + n, '{}')
  const [first = '', second = '', third = ''] = ids
  const rules = { now: T0 + HOUR, until: T0 + 2 * HOUR, limit: 100, perEndpoint: 5, perFailingEndpoint: 1 }
  const claims = claimDue(db, { ...rules, perAccount: 50 })
  assert.equal(claims.length, 15)
  claimDue(db, { ...rules, perAccount: 10 })
  const [one, two, ...rest] = claims
  assert.ok(one && two)
  recordAttempts(db, [resultOf(one, T0, 'failed'), resultOf(two, T0, { retryAt: T0 + DAY })], 10)
  releaseClaims(db, rest, T0 + HOUR)
  redeliver(db, account.id, one.webhookId, one.seq, T0 + HOUR)
  redeliverAll(db, account.id, first, { states: ['failed'], since: T0, before: 99, now: T0 + HOUR, limit: 5 })
  pauseWebhook(db, account.id, second, 'manual')
  dropHeld(db, account.id, second, 99, 5)
  resumeWebhook(db, account.id, second, T0 + HOUR, 10)
  pingWebhook(db, account.id, third, '{}', T0)
  assert.equal(nextDue(db), T0)
  backlog(db)
  const page = { before: { createdAt: T0 + 15, webhookId: first, seq: 16 }, limit: 5, responseBytes: 9 }
  assert.equal(listDeliveries(db, account.id, null, page).length, 5)
  assert.equal(listDeliveries(db, account.id, first, page).length, 5)
  assert.ok(getDelivery(db, account.id, first, 1))
  assert.ok(claimDue(db, { ...rules, perAccount: 50 }).length > 0)
  releaseAllClaims(db)
  const retentionMs = { free: DAY, plus: DAY, elite: DAY, team: DAY }
  const sweep = { now: T0 + 2 * DAY, heldTtlMs: HOUR, retentionMs, deliveryLogMs: DAY }
  assert.equal(sweepDeliveries(db, { ...sweep, limit: 7 }), true)
  assert.equal(sweepDeliveries(db, { ...sweep, limit: 1_000 }), false)
}

test('whatever is asked of the delivery log goes by a key, so that nothing grows with it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mayfly-plans-'))
  const db = new Watched(join(folder, 'mayfly.db'), { readOnly: false })
  try {
    migrate(db)
    asked.clear()
    useEverything(db)
    const statements = [...asked].filter((sql) => /\b(delivery|attempt|webhook)\b/.test(sql))
    assert.ok(statements.length > 30, `only ${statements.length} statements were seen`)
    for (const sql of statements) {
      const plan = db.plan(sql)
      assert.deepEqual(plan.filter(growsWithTheLog), [], `${sql}\n${plan.join('\n')}`)
    }
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
})
