import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../domain/ports.ts'
import { checked, newDomain, SHOP, verify } from '../contract/domain-scene.ts'
import { note } from '../contract/people-scene.ts'
import { rendition } from '../contract/renditions.ts'
import { claim, DAY, mail, newKey, owner, ROOMY, T0 } from '../contract/scene.ts'
import { addWebhook, claimDue, resultOf } from '../contract/webhook-scene.ts'
import { openPostgresStore } from './store.ts'
import { TestPostgres } from './test-postgres.ts'
import { RETENTION_MS } from './test-retention.ts'

/** By what the rows of each table would be distributed: docs/decisions/0019-postgres.md. */
const DISTRIBUTED_BY: Readonly<Record<string, string>> = {
  account: 'id',
  address: 'address',
  inbox: 'id',
  message: 'inbox_id',
  body: 'inbox_id',
  reading: 'inbox_id',
  staged: 'id',
  event: 'account_id',
  webhook: 'account_id',
  delivery: 'account_id',
  attempt: 'account_id',
  webhook_account: 'webhook_id',
  custom_domain: 'account_id',
  verified_domain: 'name',
  api_key: 'hash',
}
/** Sixteen rows whatever the store holds: their sum is read as a whole. */
const SMALL = ['held_total']

const CAP = 1024 ** 3
const BOX = 'b7@mayfly.test'
const LOG_SETTINGS = [
  'shared_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_format=json',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_directory=plans',
  // A table of a few rows is read as a whole whatever its indexes: what is asked here is whether they would serve.
  'enable_seqscan=off',
]

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}

interface Explained {
  readonly 'Query Text': string
  readonly Plan: PlanNode
}

let server: TestPostgres
let store: Store
let account: string
let inboxId: string

before(async () => {
  server = await TestPostgres.start(LOG_SETTINGS)
  const database = await server.freshDatabase()
  store = await openPostgresStore({ url: server.url(database), held: ROOMY, retentionMs: RETENTION_MS })
  account = await seed()
  await server.run(OTHER_ENDPOINTS, database)
  await server.run(OTHER_DOMAINS, database)
  inboxId = (await store.inboxByAddress(BOX))?.id ?? ''
  await server.run('ANALYZE', database)
})
after(async () => {
  await store.close()
  await server.stop()
})

/** So many that it does not pay to look at all of them, each with a delivery under way. */
const OTHER_ENDPOINTS = `
  INSERT INTO webhook (account_id, id, url, description, events, created_at, secret)
    SELECT 'acc_' || n, 'whk_' || n, '', '', '{}', 0, '' FROM generate_series(1, 5000) AS n;
  INSERT INTO delivery (account_id, webhook_id, seq, event, created_at, next_attempt_at, leased, data)
    SELECT 'acc_' || n, 'whk_' || n, 1, 0, 0, ${2 * T0}, true, '' FROM generate_series(1, 5000) AS n`

/** Each verified, and none of them due. */
const OTHER_DOMAINS = `
  INSERT INTO custom_domain (account_id, name, token, state, created_at, next_check_at)
    SELECT 'acc_' || n, 'd' || n || '.test', '', 'verified', 0, ${2 * T0} FROM generate_series(1, 5000) AS n;
  INSERT INTO verified_domain (name, account_id, subdomains, mta_sts, since, change)
    SELECT 'd' || n || '.test', 'acc_' || n, false, false, 0, n + 1 FROM generate_series(1, 5000) AS n;
  UPDATE domain_change SET last = 5001`

/** Accounts with inboxes, mail and endpoints beside the one that is looked at. */
async function seed(): Promise<string> {
  let last = ''
  for (let a = 0; a < 8; a++) {
    last = await owner(store, 'team')
    await addWebhook(store, last)
    const addresses = Array.from({ length: 10 }, (_, i) => `b${a * 10 + i - 70}@mayfly.test`)
    for (const address of addresses) await claim(store, last, address)
    await store.append(addresses.flatMap((address) => Array.from({ length: 20 }, () => mail(address, { cap: CAP }))))
  }
  await verify(store, last)
  return last
}

/** The plans of all statements of `call`, by what the server itself wrote down while it carried them out. */
async function plansOf(call: () => Promise<unknown>): Promise<Explained[]> {
  const mark = `mark ${Math.random()}`
  await server.run(`SELECT '${mark}'`)
  await call()
  await server.run(`SELECT 'end of ${mark}'`)
  // The server hands its lines to a process of their own, which writes them in their order.
  for (let attempt = 0; attempt < 200; attempt++) {
    const lines = readLog()
    const from = lines.findIndex(({ 'Query Text': text }) => text.includes(`'${mark}'`))
    const to = lines.findIndex(({ 'Query Text': text }) => text.includes(`end of ${mark}`))
    if (from >= 0 && to > from) return lines.slice(from + 1, to)
    await pause(25)
  }
  throw new assert.AssertionError({ message: 'the log never had both marks' })
}

function readLog(): Explained[] {
  const folder = join(server.socketFolder, 'data', 'plans')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
  // What comes after the last line end is still being written.
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
  return lines.flatMap((line) => {
    const { message } = JSON.parse(line) as { message: string }
    const at = message.indexOf('plan:\n')
    return at < 0 ? [] : [JSON.parse(message.slice(at + 6)) as Explained]
  })
}

/** Every look at a table that was carried out, with its table's name. Those that were pruned were not. */
function scansOf(node: PlanNode): { table: string; cond: string; type: string }[] {
  const below = (node.Plans ?? []).flatMap(scansOf)
  const table = node['Relation Name']?.replace(/_until_\d+$/, '')
  if (table === undefined || !node['Node Type'].endsWith('Scan') || node['Actual Loops'] === 0) return below
  return [...below, { table, cond: node['Index Cond'] ?? node['Recheck Cond'] ?? '', type: node['Node Type'] }]
}

function assertRouted({ 'Query Text': text, Plan }: Explained): void {
  for (const { table, cond, type } of scansOf(Plan)) {
    if (SMALL.includes(table)) continue
    const column = DISTRIBUTED_BY[table]
    assert.ok(column, `${table} is told of in this test`)
    assert.match(type, /^(?:Index|Bitmap)/, `${table} is found by an index in: ${text}`)
    assert.match(cond, new RegExp(`\\b${column} =`), `${table} is found by its ${column} in: ${text}`)
  }
}

const HOT: Readonly<Record<string, () => Promise<unknown>>> = {
  'a poll of getMail': () => store.inboxByAddress(BOX),
  'the check of a key': () => store.keyByHash(newKey('').hash),
  'getMail’s list': () => store.messages(inboxId, { limit: 100 }),
  'a wait after a cursor': () => store.messages(inboxId, { after: 15, limit: 10 }),
  'texts of a list': () => store.texts(inboxId, [1, 2, 3]),
  'a whole message': () => store.message(inboxId, 3),
  'a source': () => store.raw(inboxId, 3),
  'a rendition that is saved': () => store.saveRendition(inboxId, 3, rendition('hello')),
  'a claim of a message': () => store.claimMessage(inboxId, 4, T0),
  'the log of events': () => store.events(account, 5, 20),
  'a mail that arrives': () => store.append([mail(BOX, { cap: CAP })]),
  'a mail for nobody': () => store.append([mail('nobody@mayfly.test')]),
  'a claim of an address': () => claim(store, account, 'new@mayfly.test'),
  'a deletion of messages': () => store.deleteMessages(inboxId, [5]),
  'the look at a name that mail is for': () => store.domains.verified(SHOP),
  'an account’s list of domains': () => store.domains.list(account, 'a.test', 10),
  'a domain that is added': () => store.domains.add(newDomain(account, { name: 'new.test' }), note('domain.add')),
  'a check that is asked for': () => store.domains.askForCheck(account, SHOP, T0, T0),
  'a check that finds a domain lost, and verified again': async () => {
    for (const state of ['lost', 'verified'] as const) {
      const basedOn = (await store.domains.get(account, SHOP))?.checkedAt ?? null
      assert.ok(await store.domains.record(checked(account, { state, basedOn, at: T0 + DAY })))
    }
  },
}

describe('touches the rows of one inbox or one account alone:', () => {
  for (const [what, call] of Object.entries(HOT)) {
    test(what, async () => {
      await call()
      const plans = await plansOf(call)
      assert.ok(plans.length > 0, 'something was written down')
      for (const plan of plans) assertRouted(plan)
    })
  }

  test('the sender of webhooks, once it knows which endpoints are due', async () => {
    const plans = await plansOf(async () => {
      const claims = await claimDue(store, T0)
      await store.webhooks.record([resultOf(claims[0] as (typeof claims)[0], T0, 'delivered')], 10)
      await store.webhooks.release(claims.slice(1), T0)
    })
    const isScheduler = ({ 'Query Text': text }: Explained) =>
      /WHERE (?:due_at <=|d\.state = 0 AND d\.event = 2)/.test(text)
    assert.equal(plans.filter(isScheduler).length, 2)
    for (const plan of plans.filter((one) => !isScheduler(one))) assertRouted(plan)
  })
})

test('which domains are due, and which names have changed, is read off the end of an index', async () => {
  const looks = {
    custom_domain: [/next_check_at <=/, () => store.domains.claimDue({ now: T0 + 3 * DAY, until: 2 * T0, limit: 10 })],
    verified_domain: [/change >/, () => store.domains.verifiedSince(4_990, 10)],
  } as const
  for (const [table, [condition, call]] of Object.entries(looks)) {
    const plans = await plansOf(call)
    assert.equal(plans.length, 1)
    const scans = plans.flatMap(({ Plan }) => scansOf(Plan)).filter((scan) => scan.table === table)
    assert.match(scans[0]?.cond ?? '', condition)
    for (const { type } of scans) assert.match(type, /^Index/)
    // What was found there is changed by its key.
    for (const { cond } of scans.slice(1)) assert.match(cond, /account_id =/)
  }
})

test('a batch of 128 mails is as many statements as one mail', async () => {
  const one = await plansOf(() => store.append([mail(BOX, { cap: CAP })]))
  const addresses = Array.from({ length: 128 }, (_, i) => `b${(i % 80) - 70}@mayfly.test`)
  const many = await plansOf(() => store.append(addresses.map((address) => mail(address, { cap: CAP }))))
  assert.equal(many.length, one.length)
  assert.ok(one.length <= 12)
})

test('a read thinks of the parts of its inbox alone, of all that there are', async () => {
  for (let week = 1; week < 10; week++) {
    await store.append([mail('b1@mayfly.test', { at: T0 + week * 7 * 24 * 3_600_000, cap: CAP })])
  }
  const [plan] = await plansOf(() => store.messages(inboxId, { limit: 100 }))
  const named = JSON.stringify(plan).match(/message_until_\d+/g) ?? []
  assert.equal(new Set(named).size, 1)
})
