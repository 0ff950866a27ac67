import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { TestZone } from '../../../../app/domains/test-zone.ts'
import { type Answer, assertProblem, openScene, type Scene } from '../../test-mail.ts'
import { DomainSchema } from './domain-schema.ts'
import { pageOf } from './page.ts'
import { allPages, assertPointer, assertShape, call } from './test-api.ts'

interface Bench {
  readonly scene: Scene
  readonly zone: TestZone
}

async function openBench(t: TestContext): Promise<Bench> {
  const zone = new TestZone()
  return { zone, scene: await openScene(t, { plan: 'team', sends: false, dns: zone }) }
}

function add(scene: Scene, domain: string, key = scene.key): Promise<Answer> {
  return call(scene, 'POST', '/domains', { body: { domain }, key })
}

test('a domain is added, checked, shown and removed', async (t) => {
  const { scene, zone } = await openBench(t)
  const made = await add(scene, 'Shop.test')
  assert.equal(made.status, 201)
  assertShape(DomainSchema, made)
  assert.equal(made.headers.get('location'), `${scene.url}/v1/domains/shop.test`)
  const { records, ...rest } = made.json
  assert.deepEqual(rest, {
    domain: 'shop.test',
    state: 'pending',
    created_at: '2026-03-01T12:00:00.000Z',
    verified_at: null,
    lost_at: null,
    checked_at: null,
    next_check_at: '2026-03-01T12:00:00.000Z',
    zone: null,
    name_servers: [],
  })
  assert.deepEqual(records[1], {
    purpose: 'mail',
    type: 'MX',
    host: 'shop.test',
    value: 'mx.mayfly.test',
    priority: 10,
    optional: false,
    found: [],
    status: 'missing',
    hint: 'We have not looked for it yet. Add it at your DNS provider; we look by ourselves.',
  })
  const again = await add(scene, 'shop.test')
  assert.deepEqual([again.status, again.headers.get('location')], [200, null])
  assert.deepEqual(again.json, made.json)
  zone.verify(made.json)
  const checked = await call(scene, 'POST', '/domains/shop.test/check')
  assertShape(DomainSchema, checked)
  assert.deepEqual([checked.status, checked.json.state], [200, 'verified'])
  assert.deepEqual(checked.json.records[1].found, ['10 mx.mayfly.test'])
  assert.deepEqual((await call(scene, 'GET', '/domains/SHOP.test')).json, checked.json)
  assert.equal((await call(scene, 'GET', '/account')).json.usage.custom_domains, 1)
  assert.equal((await call(scene, 'DELETE', '/domains/shop.test')).status, 204)
  for (const method of ['GET', 'DELETE']) {
    assertProblem(await call(scene, method, '/domains/shop.test'), 404, 'not_found')
  }
  assertProblem(await call(scene, 'POST', '/domains/shop.test/check'), 404, 'not_found')
})

test('a second look within ten seconds is refused, with the time to wait', async (t) => {
  const { scene } = await openBench(t)
  await add(scene, 'shop.test')
  assert.equal((await call(scene, 'POST', '/domains/shop.test/check')).status, 200)
  scene.clock.at += 3_000
  const refused = await call(scene, 'POST', '/domains/shop.test/check')
  assertProblem(refused, 429, 'rate_limited')
  assert.equal(refused.headers.get('retry-after'), '7')
  scene.clock.at += 7_000
  assert.equal((await call(scene, 'POST', '/domains/shop.test/check')).status, 200)
})

test('what is no domain is named by a pointer; what nobody may have is 422', async (t) => {
  const { scene } = await openBench(t)
  for (const body of [
    undefined,
    {},
    { domain: 5 },
    { domain: null },
    { domain: '' },
    { domain: 'a b' },
    { domain: 'x\u0000.test' },
  ]) {
    assertPointer(await call(scene, 'POST', '/domains', { body }), '/domain')
  }
  assertPointer(await add(scene, `${'x'.repeat(600)}.test`), '/domain')
  assertPointer(await call(scene, 'POST', '/domains', { body: { domain: 'a.test', state: 'verified' } }), '/state')
  for (const domain of [
    'com',
    'github.io',
    'mayfly.test',
    'a.mayfly.test',
    'mx.mayfly.test',
    '127.0.0.1',
    'localhost',
  ]) {
    assertProblem(await add(scene, domain), 422, 'domain_not_allowed')
  }
  assert.deepEqual((await call(scene, 'GET', '/domains')).json.data, [])
})

test('what another account has is not there; once verified it is a conflict that names nobody', async (t) => {
  const { scene, zone } = await openBench(t)
  const { accountId, key } = await scene.account('team')
  zone.verify((await add(scene, 'shop.test')).json)
  assert.equal((await add(scene, 'shop.test', key)).status, 201)
  await call(scene, 'POST', '/domains/shop.test/check')
  for (const refused of [
    await call(scene, 'POST', '/domains/shop.test/check', { key }),
    await add(scene, 'shop.test', (await scene.account('team')).key),
  ]) {
    assertProblem(refused, 409, 'conflict')
    assert.ok(!refused.text.includes(scene.accountId) && !refused.text.includes(accountId))
  }
  const taken = await call(scene, 'POST', '/inboxes', { key, body: { domain: 'shop.test' } })
  assertProblem(taken, 422, 'foreign_domain')
  const mine = await call(scene, 'POST', '/inboxes', { body: { domain: 'shop.test' } })
  assert.equal(mine.status, 201)
  assert.match(mine.json.address, /@shop\.test$/)
})

test('they come in pages, by name', async (t) => {
  const { scene } = await openBench(t)
  for (const name of ['c', 'a', 'e', 'b', 'd']) await add(scene, `${name}.test`)
  const pages = await allPages(scene, '/domains', { limit: '2' })
  assert.deepEqual(
    pages.map((page) => page.map(({ domain }) => domain)),
    [['a.test', 'b.test'], ['c.test', 'd.test'], ['e.test']],
  )
  assertShape(pageOf(DomainSchema), await call(scene, 'GET', '/domains'))
  assertPointer(await call(scene, 'GET', '/domains?cursor=x'), '/cursor')
})

test('a plan without domains has none', async (t) => {
  const scene = await openScene(t, { sends: false })
  const refused = await add(scene, 'shop.test')
  assertProblem(refused, 403, 'plan_required')
  assert.match(refused.json.detail, /plus/)
})
