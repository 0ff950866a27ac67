import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Store } from '../../domain/ports.ts'
import { accountOf, claim, DAY, HOUR, mail, owner, put, ROOMY, seqs, T0 } from '../contract/scene.ts'
import { rulesAt, sweepAll } from '../contract/sweep-steps.ts'
import { bucketOf, endOfBucket } from './buckets.ts'
import { openPostgresStore } from './store.ts'
import { TestPostgres } from './test-postgres.ts'
import { RETENTION_MS } from './test-retention.ts'

const A = 'a@mayfly.test'
const CAP = 1024 ** 3

let server: TestPostgres
before(async () => {
  server = await TestPostgres.start()
})
after(() => server.stop())

interface Scene {
  readonly store: Store
  rowsOf(table: string): Promise<number>
  /** The buckets that have a part. */
  parts(): Promise<number[]>
}

async function withScene(play: (scene: Scene) => Promise<void>): Promise<void> {
  const database = await server.freshDatabase()
  const store = await openPostgresStore({ url: server.url(database), held: ROOMY, retentionMs: RETENTION_MS })
  try {
    await play({
      store,
      rowsOf: async (table) => Number((await server.run(`SELECT count(*) FROM ${table}`, database)).rows[0].count),
      parts: async () => {
        const sql = `SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid
          WHERE inhparent = 'message'::regclass ORDER BY relname`
        const { rows } = await server.run(sql, database)
        return rows.map(({ relname }) => Number(/\d+$/.exec(relname)?.[0]))
      },
    })
  } finally {
    await store.close()
  }
}

test('a bucket ends when nothing in it is wanted any more, and at most its width later', () => {
  for (const [keepMs, widthMs] of [
    [HOUR, DAY],
    [7 * DAY, DAY],
    [30 * DAY, 7 * DAY],
    [90 * DAY, 7 * DAY],
    [1_000 * DAY, 28 * DAY],
  ] as const) {
    for (const at of [T0, T0 + 1, T0 + 13 * HOUR, T0 + 5 * DAY]) {
      const late = endOfBucket(bucketOf(at, keepMs)) - (at + keepMs)
      assert.ok(late >= 0 && late < widthMs, `kept for ${keepMs}, from ${at}`)
    }
  }
})

test('what goes by its plan is not deleted: its part falls, with sources and renditions', () =>
  withScene(async ({ store, rowsOf, parts }) => {
    const ann = await owner(store, 'free')
    const { inbox } = await claim(store, ann, A)
    await store.append(Array.from({ length: 5 }, () => mail(A, { cap: CAP })))
    const bucket = bucketOf(T0, DAY)
    await put(store, mail(A, { at: T0 + DAY, cap: CAP }))
    await sweepAll(store, rulesAt(T0 + DAY + 1))
    assert.deepEqual(await seqs(store, inbox.id), [6])
    assert.equal(await store.raw(inbox.id, 1), null)
    assert.equal((await accountOf(store, ann)).storedBytes, 100)
    assert.deepEqual([await rowsOf('message'), await rowsOf('body')], [6, 6])
    assert.ok((await parts()).includes(bucket))
    await sweepAll(store, rulesAt(endOfBucket(bucket)))
    assert.ok(!(await parts()).includes(bucket))
    assert.deepEqual([await rowsOf('message'), await rowsOf('body')], [1, 1])
    assert.deepEqual(await seqs(store, inbox.id), [6])
  }))

test('a longer plan lets mail live on in another part', () =>
  withScene(async ({ store, parts }) => {
    const ann = await owner(store, 'free')
    const { inbox } = await claim(store, ann, A)
    await store.append(Array.from({ length: 7 }, (_, i) => mail(A, { at: T0 + i, cap: CAP, subject: `mail ${i}` })))
    await store.saveAuth(inbox.id, 3, { spf: null } as never)
    await store.setPlan(ann, 'team', 10)
    for (const days of [1, 2, 3, 30, 89]) await sweepAll(store, rulesAt(T0 + days * DAY, { limit: 3 }))
    assert.deepEqual(await seqs(store, inbox.id), [7, 6, 5, 4, 3, 2, 1])
    assert.equal((await store.raw(inbox.id, 7))?.length, 100)
    assert.deepEqual((await store.message(inbox.id, 3))?.auth, { spf: null })
    assert.ok(!(await parts()).includes(bucketOf(T0, DAY)))
    await sweepAll(store, rulesAt(T0 + 91 * DAY))
    assert.deepEqual(await seqs(store, inbox.id), [])
    assert.equal((await accountOf(store, ann)).storedBytes, 0)
  }))

test('held mail that is claimed lives as long as its new owner’s plan says', () =>
  withScene(async ({ store }) => {
    const ann = await owner(store, 'plus')
    await put(store, mail(A))
    const { inbox } = await claim(store, ann, A, { at: T0 + 1 })
    for (let days = 1; days <= 7; days++) await sweepAll(store, rulesAt(T0 + days * DAY))
    assert.deepEqual(await seqs(store, inbox.id), [1])
    assert.ok(await store.raw(inbox.id, 1))
    await sweepAll(store, rulesAt(T0 + 7 * DAY + 1))
    assert.deepEqual(await seqs(store, inbox.id), [])
  }))

test('what its owner deletes is gone from the tables at once, and a deleted inbox by the next sweep', () =>
  withScene(async ({ store, rowsOf }) => {
    const ann = await owner(store, 'team')
    const { inbox } = await claim(store, ann, A)
    await store.append(Array.from({ length: 3 }, () => mail(A, { cap: CAP })))
    await store.deleteMessages(inbox.id, [2])
    assert.deepEqual([await rowsOf('message'), await rowsOf('body')], [2, 2])
    await store.deleteInbox(inbox.id)
    await sweepAll(store, rulesAt(T0 + 1))
    assert.deepEqual([await rowsOf('message'), await rowsOf('body'), await rowsOf('inbox')], [0, 0, 0])
  }))

test('a part that is missing is made by the mail that needs it, on every node', () =>
  withScene(async ({ store, parts }) => {
    const ann = await owner(store, 'free')
    await claim(store, ann, A)
    for (let day = 0; day < 3; day++) await put(store, mail(A, { at: T0 + day * DAY, cap: CAP }))
    assert.deepEqual(
      await parts(),
      [0, 1, 2].map((day) => bucketOf(T0 + day * DAY, DAY)),
    )
    assert.deepEqual(await seqs(store, (await store.inboxByAddress(A))?.id ?? ''), [3, 2, 1])
  }))

test('the sweep makes the parts that the next day needs', () =>
  withScene(async ({ store, parts }) => {
    await store.sweep(rulesAt(T0))
    const there = await parts()
    for (const at of [T0, T0 + DAY]) {
      for (const keepMs of Object.values(RETENTION_MS)) assert.ok(there.includes(bucketOf(at, keepMs)))
    }
  }))

test('counts stay right while parts fall under mail of every plan', () =>
  withScene(async ({ store, parts }) => {
    const owners = [await owner(store, 'free'), await owner(store, 'plus'), await owner(store, 'elite')]
    for (const [i, ann] of owners.entries()) await claim(store, ann, `p${i}@mayfly.test`)
    for (let day = 0; day < 40; day += 2) {
      const at = T0 + day * DAY
      await put(store, mail(['p0@mayfly.test', 'p1@mayfly.test', 'p2@mayfly.test'], { at, cap: CAP }))
      await sweepAll(store, rulesAt(at))
      const counts = await Promise.all(owners.map(async (ann) => (await accountOf(store, ann)).storedBytes / 100))
      const kept = [1, 7, 30].map((days) => Math.floor(Math.min(day, days) / 2) + 1)
      assert.deepEqual(counts, kept)
      assert.ok((await parts()).length <= 20)
    }
  }))
