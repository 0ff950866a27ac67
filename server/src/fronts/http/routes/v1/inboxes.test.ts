import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, INBOX, openScene } from '../../test-mail.ts'
import { InboxSchema } from './inbox-schema.ts'
import { pageOf } from './page.ts'
import { allPages, assertPointer, assertShape, call } from './test-api.ts'

test('an inbox is made once, and is yours from then on', async (t) => {
  const scene = await openScene(t)
  const wish = { address: 'Ann@Mayfly.test', label: 'sign-up', ttl_seconds: 60 }
  const made = await call(scene, 'POST', '/inboxes', { body: wish })
  assert.equal(made.status, 201)
  assertShape(InboxSchema, made)
  assert.equal(made.headers.get('location'), `${scene.url}/v1/inboxes/ann%40mayfly.test`)
  assert.equal(made.json.address, INBOX)
  assert.equal(made.json.label, 'sign-up')
  assert.equal(made.json.expires_at, '2026-03-01T12:01:00.000Z')
  const again = await call(scene, 'POST', '/inboxes', { body: { address: INBOX } })
  assert.equal(again.status, 200)
  assert.equal(again.headers.get('location'), null)
  assert.deepEqual(again.json, made.json)
  const location = made.headers.get('location') as string
  assert.deepEqual((await scene.fetch(location, { headers: { 'X-API-KEY': scene.key } })).json, made.json)
})

test('without an address it is one that nobody can guess', async (t) => {
  const scene = await openScene(t)
  for (const body of [undefined, '', {}, { domain: 'mayfly.test', label: null, ttl_seconds: null }]) {
    const { status, json } = await call(scene, 'POST', '/inboxes', { body })
    assert.equal(status, 201)
    assert.match(json.address, /^[a-z]+-[a-z]+-[0-9a-z]{13}@mayfly\.test$/)
  }
})

test('what is wrong in the wish is named by a pointer', async (t) => {
  const scene = await openScene(t)
  const wrong: [unknown, string][] = [
    [{ adress: INBOX }, '/adress'],
    [{ 'a/b': 1 }, '/a~1b'],
    ['{"__proto__": {"label": "x"}}', '/__proto__'],
    [{ address: 5 }, '/address'],
    [{ address: null }, '/address'],
    [{ label: 5 }, '/label'],
    [{ label: 'x'.repeat(201) }, '/label'],
    [{ ttl_seconds: 0 }, '/ttl_seconds'],
    [{ ttl_seconds: 7_776_001 }, '/ttl_seconds'],
    [{ ttl_seconds: 1.5 }, '/ttl_seconds'],
    [{ ttl_seconds: '60' }, '/ttl_seconds'],
    [{ address: INBOX, domain: 'mayfly.test' }, '/domain'],
    ['{"address":', ''],
    ['null', ''],
    ['"text"', ''],
    [[], ''],
  ]
  for (const [body, pointer] of wrong) {
    const answer = await call(scene, 'POST', '/inboxes', { body })
    assertProblem(answer, 400, 'invalid_request')
    assertPointer(answer, pointer)
  }
  for (const [body, pointer] of [
    [{ address: 'nobody' }, '/address'],
    [{ domain: 'a b' }, '/domain'],
  ] as const) {
    const answer = await call(scene, 'POST', '/inboxes', { body })
    assertProblem(answer, 400, 'invalid_address')
    assertPointer(answer, pointer)
  }
  assert.deepEqual((await call(scene, 'GET', '/inboxes')).json, { data: [], next_cursor: null })
})

test('other bodies, foreign domains, taken addresses, full plans', async (t) => {
  const scene = await openScene(t, { limits: { inboxes: 1 } })
  for (const type of ['text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'message/rfc822']) {
    assertProblem(await call(scene, 'POST', '/inboxes', { body: '{}', type }), 415, 'unsupported_media_type')
  }
  const large = { label: 'x'.repeat(70_000) }
  assertProblem(await call(scene, 'POST', '/inboxes', { body: large }), 413, 'too_large')
  const foreign = { address: 'ann@elsewhere.test' }
  assertProblem(await call(scene, 'POST', '/inboxes', { body: foreign }), 422, 'foreign_domain')
  assertProblem(await call(scene, 'POST', '/inboxes', { body: { domain: 'elsewhere.test' } }), 422, 'foreign_domain')
  await call(scene, 'POST', '/inboxes', { body: { address: INBOX } })
  assertProblem(await call(scene, 'POST', '/inboxes', { body: {} }), 403, 'inbox_limit_reached')
  const { key } = await scene.account()
  assertProblem(await call(scene, 'POST', '/inboxes', { key, body: { address: INBOX } }), 403, 'inbox_taken')
})

test('the list goes through all of them, in pages', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const names = Array.from({ length: 7 }, (_, i) => `box${i}@mayfly.test`)
  for (const address of names) {
    scene.clock.at++
    await call(scene, 'POST', '/inboxes', { body: { address } })
  }
  const { key } = await scene.account()
  await call(scene, 'POST', '/inboxes', { key, body: {} })
  assertShape(pageOf(InboxSchema), await call(scene, 'GET', '/inboxes?limit=3'))
  const pages = await allPages(scene, '/inboxes', { limit: '3' })
  assert.deepEqual(
    pages.map((page) => page.length),
    [3, 3, 1],
  )
  assert.deepEqual(
    pages.flat().map((inbox) => inbox.address),
    names,
  )
  assert.equal((await allPages(scene, '/inboxes', { limit: '7' })).length, 1)
  for (const limit of ['0', '101', 'x']) assertPointer(await call(scene, 'GET', `/inboxes?limit=${limit}`), '/limit')
  for (const cursor of ['', 'garbage', Buffer.from('key_0000000000000000').toString('base64url')]) {
    assertPointer(await call(scene, 'GET', `/inboxes?cursor=${cursor}`), '/cursor')
  }
  assertPointer(await call(scene, 'GET', '/inboxes?cursor=%ff'), '')
})
