import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Store } from '../../domain/ports.ts'
import { addDomain, checked, owners, record, SHOP, verify } from '../contract/domain-scene.ts'
import { note } from '../contract/people-scene.ts'
import { claim, mail, owner, placed, ROOMY, T0 } from '../contract/scene.ts'
import { addWebhook, claimDue } from '../contract/webhook-scene.ts'
import { openPostgresStore } from './store.ts'
import { TestPostgres } from './test-postgres.ts'
import { RETENTION_MS } from './test-retention.ts'

const A = 'a@mayfly.test'
const CAP = 1024 ** 3
const MAILS = 100

let server: TestPostgres
before(async () => {
  server = await TestPostgres.start()
})
after(() => server.stop())

/** Two nodes on one database, each with its own connections. */
async function withNodes(play: (nodes: readonly [Store, Store]) => Promise<void>): Promise<void> {
  const url = server.url(await server.freshDatabase())
  const open = () => openPostgresStore({ url, held: ROOMY, retentionMs: RETENTION_MS })
  const nodes = await Promise.all([open(), open()])
  try {
    await play(nodes)
  } finally {
    await Promise.all(nodes.map((node) => node.close()))
  }
}

test('two nodes start at once on an empty database', () =>
  withNodes(async (nodes) => {
    for (const node of nodes) await node.ping()
  }))

test('100 mails at once by two nodes: whoever follows, at either, meets each once and in order', () =>
  withNodes(async (nodes) => {
    const [first] = nodes
    const ann = await owner(first)
    const { inbox } = await claim(first, ann, A)
    let isOver = false
    const followers = nodes.flatMap((node) => [
      follow(
        () => isOver,
        async (last) => (await node.messages(inbox.id, { after: last, limit: 1_000 })).map(({ seq }) => seq).reverse(),
      ),
      follow(
        () => isOver,
        async (last) => (await node.events(ann, last, 7)).map(({ seq }) => seq),
      ),
    ])
    const appends = Array.from({ length: MAILS }, (_, i) => nodes[i % 2]?.append([mail(A, { cap: CAP })]))
    const outcomes = (await Promise.all(appends)).map((outcome) => placed(outcome?.[0])[0]?.seq)
    isOver = true
    const [seqs, events, otherSeqs, otherEvents] = await Promise.all(followers)
    assert.deepEqual(
      [...outcomes].sort((a, b) => Number(a) - Number(b)),
      upTo(MAILS),
    )
    assert.deepEqual([seqs, otherSeqs], [upTo(MAILS), upTo(MAILS)])
    assert.deepEqual([events, otherEvents], [upTo(MAILS + 1), upTo(MAILS + 1)])
    assert.equal((await first.account(ann))?.storedBytes, MAILS * 100)
  }))

test('an address that nobody had becomes one inbox, however many nodes get mail for it at once', () =>
  withNodes(async (nodes) => {
    const appends = Array.from({ length: 40 }, (_, i) => nodes[i % 2]?.append([mail([A, `n${i % 4}@mayfly.test`])]))
    await Promise.all(appends)
    const inbox = await nodes[0].inboxByAddress(A)
    assert.deepEqual([inbox?.messageCount, inbox?.lastSeq], [40, 40])
  }))

test('mails for the same inboxes in opposite orders do not stand in each other’s way', () =>
  withNodes(async (nodes) => {
    const ann = await owner(nodes[0])
    const addresses = Array.from({ length: 6 }, (_, i) => `x${i}@mayfly.test`)
    for (const address of addresses) await claim(nodes[0], ann, address)
    const orders = [addresses, [...addresses].reverse()]
    const appends = Array.from({ length: 40 }, (_, i) =>
      nodes[i % 2]?.append([mail(orders[i % 2] ?? [], { cap: CAP })]),
    )
    for (const outcome of await Promise.all(appends)) placed(outcome?.[0])
    assert.equal(await nodes[1].lastEvent(ann), 6 + 6 * 40)
  }))

test('what one node writes the other reads at once: keys, claims, renditions, plans', () =>
  withNodes(async ([one, other]) => {
    const ann = await owner(one)
    const { inbox } = await claim(one, ann, A)
    await other.append([mail(A, { cap: CAP })])
    const claims = await Promise.all([one.claimMessage(inbox.id, 1, T0), other.claimMessage(inbox.id, 1, T0 + 1)])
    assert.equal(claims.filter(Boolean).length, 1)
    await one.setPlan(ann, 'team', 10)
    assert.equal((await other.account(ann))?.plan, 'team')
    await other.deleteMessages(inbox.id, [1])
    assert.equal(await one.message(inbox.id, 1), null)
  }))

test('two senders never share a delivery', () =>
  withNodes(async (nodes) => {
    const ann = await owner(nodes[0], 'team')
    await claim(nodes[0], ann, A)
    for (let n = 0; n < 4; n++) await addWebhook(nodes[0], ann)
    await nodes[0].append(Array.from({ length: 20 }, () => mail(A, { cap: CAP })))
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, i) => claimDue(nodes[i % 2] as Store, T0, { perEndpoint: 20, perAccount: 1_000 })),
    )
    const keys = claims.flat().map(({ webhookId, seq }) => `${webhookId} ${seq}`)
    assert.deepEqual([keys.length, new Set(keys).size], [80, 80])
  }))

test('names that two nodes verify at once: whoever follows, at either, meets each change once and in order', () =>
  withNodes(async (nodes) => {
    const ann = await owner(nodes[0], 'team')
    const names = Array.from({ length: 40 }, (_, i) => `d${i}.test`)
    let isOver = false
    const followers = nodes.map((node) =>
      follow(
        () => isOver,
        async (last) => (await node.domains.verifiedSince(last, 7)).map(({ change }) => change),
      ),
    )
    await Promise.all(names.map((name, i) => verify(nodes[i % 2] as Store, ann, { name })))
    isOver = true
    for (const changes of await Promise.all(followers)) assert.deepEqual(changes, upTo(names.length))
  }))

test('a name has one owner, however many nodes verify it at once, and is free when the account goes', () =>
  withNodes(async (nodes) => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => owner(nodes[0], 'team')))
    for (const account of accounts) await addDomain(nodes[0], account)
    const checks = accounts.map((account, i) => record(nodes[i % 2] as Store, account))
    const results = await Promise.allSettled(checks)
    const won = accounts.filter((_, i) => results[i]?.status === 'fulfilled')
    assert.equal(won.length, 1)
    for (const result of results) if (result.status === 'rejected') assert.equal(result.reason.code, 'conflict')
    assert.deepEqual(await owners(nodes[1]), [`${SHOP} ${won[0]}`])
    await nodes[1].people.deleteAccount(won[0] as string, T0)
    assert.deepEqual(await owners(nodes[0], 1), [`${SHOP} nobody`])
  }))

test('an account with many domains is deleted while they are checked and removed', () =>
  withNodes(async (nodes) => {
    const [one, other] = nodes
    const ann = await owner(one, 'team')
    const names = Array.from({ length: 20 }, (_, i) => `d${i}.test`)
    for (const name of names) await verify(one, ann, { name })
    await Promise.all([
      one.people.deleteAccount(ann, T0 + 1),
      ...names.map((name, i) =>
        i % 2
          ? other.domains.record(checked(ann, { name, basedOn: T0, at: T0 + 1, state: 'lost' }))
          : one.domains.remove(ann, name, note('domain.remove')),
      ),
    ])
    const left = await other.domains.verifiedSince(0, 100)
    assert.deepEqual([left.length, left.every(({ accountId }) => accountId === null)], [names.length, true])
    assert.equal(new Set(left.map(({ change }) => change)).size, names.length)
    assert.deepEqual(await other.domains.list(ann, null, 100), [])
  }))

async function follow(isOver: () => boolean, read: (after: number) => Promise<number[]>): Promise<number[]> {
  const seen: number[] = []
  for (;;) {
    const last = isOver()
    const found = await read(seen.at(-1) ?? 0)
    seen.push(...found)
    if (seen.length > 4 * MAILS || (last && found.length === 0)) return seen
  }
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, i) => i + 1)
}
