import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEY_SCOPES } from '../../../../domain/api-key.ts'
import { assertProblem, openScene } from '../../test-mail.ts'
import { pageOf } from './page.ts'
import { allPages, assertPointer, assertShape, call } from './test-api.ts'
import { addWebhook, deliverMany, HOOK_URL, senderOf } from './test-webhooks.ts'
import { NewWebhookSchema, WebhookSchema } from './webhook-schema.ts'

const SECRET = /whsec_[A-Za-z0-9+/]{8}/

test('an endpoint is made, shown, changed and deleted', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const body = { url: HOOK_URL, description: 'Zoë’s hook', events: ['inbox.created'], inbox_filter: 'Ann@mayfly.test' }
  const made = await call(scene, 'POST', '/webhooks', { body })
  assert.equal(made.status, 201)
  assertShape(NewWebhookSchema, made)
  const { secret, ...record } = made.json
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(made.headers.get('location'), `${scene.url}/v1/webhooks/${record.id}`)
  assert.deepEqual(record, {
    id: record.id,
    ...body,
    inbox_filter: 'ann@mayfly.test',
    state: 'active',
    paused_reason: null,
    consecutive_failures: 0,
    created_at: '2026-03-01T12:00:00.000Z',
    last_success_at: null,
    last_failure_at: null,
  })
  const seen = await call(scene, 'GET', `/webhooks/${record.id}`)
  assertShape(WebhookSchema, seen)
  assert.deepEqual(seen.json, record)
  const changed = await call(scene, 'PATCH', `/webhooks/${record.id}`, { body: { inbox_filter: null } })
  assertShape(WebhookSchema, changed)
  assert.deepEqual(changed.json, { ...record, inbox_filter: null })
  assert.equal((await call(scene, 'DELETE', `/webhooks/${record.id}`)).status, 204)
  for (const method of ['GET', 'DELETE']) {
    assertProblem(await call(scene, method, `/webhooks/${record.id}`), 404, 'not_found')
  }
})

test('without more than a URL it is told of every message', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { events, inbox_filter, description } = await addWebhook(scene)
  assert.deepEqual([events, inbox_filter, description], [['message.received'], null, ''])
})

/** Of a wish to make one; those with a URL are wrong in a change too. */
const WRONG: readonly [body: unknown, pointer: string][] = [
  [undefined, '/url'],
  [{}, '/url'],
  [{ url: 5 }, '/url'],
  [{ url: null }, '/url'],
  [{ url: HOOK_URL, events: [] }, '/events'],
  [{ url: HOOK_URL, events: 'message.received' }, '/events'],
  [{ url: HOOK_URL, events: ['message.deleted'] }, '/events/0'],
  [{ url: HOOK_URL, events: ['message.received', 'test.ping'] }, '/events/1'],
  [{ url: HOOK_URL, events: ['message.received', 'message.received'] }, '/events'],
  [{ url: HOOK_URL, description: 'two\r\nX-Evil: lines' }, '/description'],
  [{ url: HOOK_URL, description: 'a\u0000b' }, '/description'],
  [{ url: HOOK_URL, description: 'a\u0085b' }, '/description'],
  [{ url: HOOK_URL, description: 'x'.repeat(201) }, '/description'],
  [{ url: HOOK_URL, inbox_filter: 'nobody' }, '/inbox_filter'],
  [{ url: HOOK_URL, inbox_filter: '' }, '/inbox_filter'],
  [{ url: HOOK_URL, inbox_filter: 'a@b@c' }, '/inbox_filter'],
  [{ url: HOOK_URL, inbox_filter: `${'x'.repeat(400)}@mayfly.test` }, '/inbox_filter'],
  [{ url: HOOK_URL, inbox_filter: ['ann@mayfly.test'] }, '/inbox_filter'],
  [{ url: HOOK_URL, secret: 'whsec_AAAA' }, '/secret'],
  [{ url: HOOK_URL, state: 'paused' }, '/state'],
]

test('what is wrong in the wish is named by a pointer, and nothing is made', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  for (const [body, pointer] of WRONG) assertPointer(await call(scene, 'POST', '/webhooks', { body }), pointer)
  assert.deepEqual((await call(scene, 'GET', '/webhooks')).json.data, [])
  const { id, secret, ...record } = await addWebhook(scene)
  for (const [body, pointer] of WRONG.slice(2)) {
    assertPointer(await call(scene, 'PATCH', `/webhooks/${id}`, { body }), pointer)
  }
  assert.deepEqual((await call(scene, 'GET', `/webhooks/${id}`)).json, { id, ...record })
})

test('they come in pages, in the order of their making', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push((await addWebhook(scene)).id)
  const pages = await allPages(scene, '/webhooks', { limit: '2' })
  assert.deepEqual(
    pages.map((page) => page.length),
    [2, 2, 1],
  )
  assert.deepEqual(
    pages.flat().map(({ id }) => id),
    ids,
  )
  assertShape(pageOf(WebhookSchema), await call(scene, 'GET', '/webhooks'))
  assertPointer(await call(scene, 'GET', '/webhooks?cursor=x'), '/cursor')
  assertPointer(await call(scene, 'GET', '/webhooks?limit=101'), '/limit')
})

/** Everything that names an endpoint. */
const ABOUT_ONE: readonly [method: string, path: string, body?: object][] = [
  ['GET', ''],
  ['PATCH', '', { description: 'mine now' }],
  ['DELETE', ''],
  ['GET', '/secret'],
  ['GET', '/deliveries'],
  ['POST', '/test'],
  ['POST', '/pause'],
  ['POST', '/resume'],
  ['POST', '/rotate-secret'],
  ['POST', '/redeliver', { since: '2026-03-01T12:00:00Z' }],
]

test('another account’s endpoint is not there, for whatever is done with it', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { id, secret } = await addWebhook(scene)
  const before = (await call(scene, 'GET', `/webhooks/${id}`)).json
  const { key } = await scene.account('team')
  for (const [method, path, body] of ABOUT_ONE) {
    assertProblem(await call(scene, method, `/webhooks/${id}${path}`, { key, body }), 404, 'not_found')
  }
  assert.deepEqual((await call(scene, 'GET', '/webhooks', { key })).json.data, [])
  assert.deepEqual((await call(scene, 'GET', `/webhooks/${id}`)).json, before)
  assert.equal((await call(scene, 'GET', `/webhooks/${id}/secret`)).json.secret, secret)
  for (const id of ['none', 'whk_0000000000000000', `whk_${'0'.repeat(5_000)}`]) {
    assert.ok([404, 414].includes((await call(scene, 'GET', `/webhooks/${id}`)).status))
  }
})

test('a read key reads, gets no secret and changes nothing; a codes key gets nothing', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { id, secret } = await addWebhook(scene)
  const before = (await call(scene, 'GET', `/webhooks/${id}`)).json
  for (const scope of KEY_SCOPES.filter((one) => one !== 'full')) {
    const { key } = await scene.keyWith(scope)
    for (const [method, path, body] of ABOUT_ONE) {
      const answer = await call(scene, method, `/webhooks/${id}${path}`, { key, body })
      const reads = scope === 'read' && method === 'GET' && path !== '/secret'
      if (reads) assert.equal(answer.status, 200)
      else assertProblem(answer, 403, 'forbidden')
      assert.ok(!answer.text.includes(secret))
    }
    assertProblem(await call(scene, 'POST', '/webhooks', { key, body: { url: HOOK_URL } }), 403, 'forbidden')
    assert.equal((await call(scene, 'GET', '/webhooks', { key })).status, scope === 'read' ? 200 : 403)
  }
  assert.deepEqual((await call(scene, 'GET', `/webhooks/${id}`)).json, before)
  assert.equal((await call(scene, 'GET', `/webhooks/${id}/secret`)).json.secret, secret)
})

test('a plan without webhooks names the one that has them', async (t) => {
  for (const plan of ['free', 'plus'] as const) {
    const scene = await openScene(t, { plan, sends: false })
    const answer = await call(scene, 'POST', '/webhooks', { body: { url: HOOK_URL } })
    assertProblem(answer, 403, 'plan_required')
    assert.match(answer.json.detail, /elite plan/)
    await deliverMany(scene, 1)
    assert.deepEqual((await call(scene, 'GET', '/deliveries')).json, { data: [], next_cursor: null })
  }
})

test('made twice with one Idempotency-Key, it is one endpoint, with one secret', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const post = (url: string) =>
    scene.fetch('/v1/webhooks', {
      method: 'POST',
      headers: { 'x-api-key': scene.key, 'idempotency-key': 'once', 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    })
  const first = await post(HOOK_URL)
  const again = await post(HOOK_URL)
  assert.deepEqual([first.status, again.status, again.json], [201, 201, first.json])
  assertProblem(await post(`${HOOK_URL}2`), 422, 'idempotency_mismatch')
  assert.equal((await call(scene, 'GET', '/webhooks')).json.data.length, 1)
})

test('a secret is in no list, no error and no line of the log', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { id } = await addWebhook(scene)
  await deliverMany(scene, 1)
  await senderOf(scene, 500).turn()
  for (const path of ['/webhooks', `/webhooks/${id}`, `/webhooks/${id}/deliveries`, '/deliveries']) {
    const answer = await call(scene, 'GET', path)
    assert.equal(answer.status, 200)
    assert.doesNotMatch(answer.text, SECRET, path)
  }
  const changed = await call(scene, 'PATCH', `/webhooks/${id}`, { body: { description: 'x' } })
  assert.doesNotMatch(changed.text, SECRET)
  const { secret } = (await call(scene, 'POST', `/webhooks/${id}/rotate-secret`)).json
  const refused = await call(scene, 'POST', '/webhooks', {
    body: { url: HOOK_URL, description: `${secret}\n`, secret },
  })
  assertPointer(refused, '/secret')
  assert.ok(!refused.text.includes(secret))
  const log = scene.log.lines.join('')
  assert.match(log, /\/v1\/webhooks/)
  assert.doesNotMatch(log, SECRET)
  assert.ok(!log.includes('in-the-url'), 'a URL may hold a secret too')
})
