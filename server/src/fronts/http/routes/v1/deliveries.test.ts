import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, openScene } from '../../test-mail.ts'
import { pageOf } from './page.ts'
import { allPages, assertPointer, assertShape, call } from './test-api.ts'
import { addWebhook, deliverMany, senderOf } from './test-webhooks.ts'
import { DeliverySchema, Redelivered } from './webhook-schema.ts'

test('a delivery is shown in each of its states', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { id } = await addWebhook(scene)
  await deliverMany(scene, 1)
  const newest = async () => {
    const list = await call(scene, 'GET', `/webhooks/${id}/deliveries?limit=1`)
    assertShape(pageOf(DeliverySchema), list)
    const one = await call(scene, 'GET', `/deliveries/${list.json.data[0].id}`)
    assertShape(DeliverySchema, one)
    assert.deepEqual(one.json, list.json.data[0])
    return one.json
  }
  const pending = await newest()
  assert.deepEqual(
    [pending.webhook_id, pending.event, pending.state, pending.attempts, pending.next_attempt_at],
    [id, 'message.received', 'pending', [], pending.created_at],
  )
  assert.equal(pending.payload.delivery_id, pending.id)
  assert.equal(pending.payload.data.subject, 'mail 1')
  await senderOf(scene, 'refused').turn()
  const retrying = await newest()
  assert.equal(retrying.state, 'retrying')
  const [attempt] = retrying.attempts
  assert.deepEqual(
    [attempt.number, attempt.status, attempt.error, attempt.error_detail, attempt.response],
    [1, null, 'refused', 'It went wrong.', null],
  )
  assert.equal(Date.parse(retrying.next_attempt_at), Date.parse(attempt.at) + attempt.duration_ms + 60_000)
  assert.equal(retrying.payload.timestamp, Math.floor(Date.parse(attempt.at) / 1_000))
  await call(scene, 'POST', `/webhooks/${id}/pause`)
  assert.deepEqual([(await newest()).state, (await newest()).next_attempt_at], ['held', null])
  await call(scene, 'POST', `/webhooks/${id}/resume`)
  await senderOf(scene, 404).runOut()
  const rejected = await newest()
  assert.deepEqual(
    [rejected.state, rejected.attempts[1].status, rejected.attempts[1].response],
    ['rejected', 404, 'answer 404'],
  )
})

test('the log comes in pages, newest first, of one endpoint or of all', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const ids = [(await addWebhook(scene)).id, (await addWebhook(scene)).id]
  await deliverMany(scene, 5)
  const all = await allPages(scene, '/deliveries', { limit: '3' })
  assert.deepEqual(
    all.map((page) => page.length),
    [3, 3, 3, 1],
  )
  const subjects = all.flat().map(({ payload }) => payload.data.subject)
  assert.deepEqual(
    subjects,
    [5, 4, 3, 2, 1].flatMap((n) => [`mail ${n}`, `mail ${n}`]),
  )
  assert.equal(new Set(all.flat().map(({ id }) => id)).size, 10)
  const own = (await allPages(scene, `/webhooks/${ids[0]}/deliveries`, { limit: '2' })).flat()
  assert.deepEqual(
    own.map(({ webhook_id, payload }) => [webhook_id, payload.data.subject]),
    [5, 4, 3, 2, 1].map((n) => [ids[0], `mail ${n}`]),
  )
})

test('a page goes on where the one before ended, whatever comes meanwhile', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  await addWebhook(scene)
  await deliverMany(scene, 3)
  const first = (await call(scene, 'GET', '/deliveries?limit=1')).json
  await deliverMany(scene, 2)
  const second = (await call(scene, 'GET', `/deliveries?limit=2&cursor=${first.next_cursor}`)).json
  assert.deepEqual(
    second.data.map((one: { payload: { data: { subject: string } } }) => one.payload.data.subject),
    ['mail 2', 'mail 1'],
  )
  assert.equal(second.next_cursor, null)
  for (const cursor of ['x', '', 'bm9uZQ', `${first.next_cursor}x`, Buffer.from('z').toString('base64url')]) {
    assertPointer(await call(scene, 'GET', `/deliveries?cursor=${cursor}`), '/cursor')
  }
  assertPointer(await call(scene, 'GET', '/deliveries?limit=0'), '/limit')
})

test('another account’s delivery is not there', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  await addWebhook(scene)
  await deliverMany(scene, 1)
  await senderOf(scene).finish()
  const { id } = (await call(scene, 'GET', '/deliveries')).json.data[0]
  const { key } = await scene.account('team')
  assertProblem(await call(scene, 'GET', `/deliveries/${id}`, { key }), 404, 'not_found')
  assertProblem(await call(scene, 'POST', `/deliveries/${id}/redeliver`, { key }), 404, 'not_found')
  assert.deepEqual((await call(scene, 'GET', '/deliveries', { key })).json.data, [])
  assert.equal((await call(scene, 'GET', `/deliveries/${id}`)).json.state, 'delivered')
  for (const none of ['none', `${id}0`, 'dlv_00000000000000001', `${id.slice(0, -1)}z`]) {
    assertProblem(await call(scene, 'GET', `/deliveries/${none}`), 404, 'not_found')
    assertProblem(await call(scene, 'POST', `/deliveries/${none}/redeliver`), 404, 'not_found')
  }
})

test('a read key reads the log and sends nothing again; a codes key gets nothing', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { id: webhook } = await addWebhook(scene)
  await deliverMany(scene, 1)
  const { id } = (await call(scene, 'GET', '/deliveries')).json.data[0]
  for (const scope of ['read', 'codes'] as const) {
    const { key } = await scene.keyWith(scope)
    for (const path of ['/deliveries', `/deliveries/${id}`, `/webhooks/${webhook}/deliveries`]) {
      const answer = await call(scene, 'GET', path, { key })
      if (scope === 'read') assert.equal(answer.status, 200)
      else assertProblem(answer, 403, 'forbidden')
    }
    assertProblem(await call(scene, 'POST', `/deliveries/${id}/redeliver`, { key }), 403, 'forbidden')
  }
})

test('one is sent again under its id, and its attempts are counted on', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { id: webhook } = await addWebhook(scene)
  await deliverMany(scene, 1)
  const sender = senderOf(scene)
  await sender.finish()
  const { id } = (await call(scene, 'GET', '/deliveries')).json.data[0]
  const again = await call(scene, 'POST', `/deliveries/${id}/redeliver`)
  assert.equal(again.status, 202)
  assertShape(DeliverySchema, again)
  assert.deepEqual([again.json.id, again.json.state, again.json.attempts.length], [id, 'pending', 1])
  await sender.finish()
  assert.deepEqual(
    sender.sent.map(({ deliveryId, attempt }) => [deliveryId, attempt]),
    [
      [id, 1],
      [id, 2],
    ],
  )
  await call(scene, 'POST', `/webhooks/${webhook}/pause`)
  assertProblem(await call(scene, 'POST', `/deliveries/${id}/redeliver`), 409, 'conflict')
})

test('all that failed since a moment is sent again', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { id } = await addWebhook(scene)
  await deliverMany(scene, 2)
  await senderOf(scene, 429).runOut()
  const { created_at: since } = (await call(scene, 'GET', '/deliveries')).json.data[0]
  const redeliver = (body: object) => call(scene, 'POST', `/webhooks/${id}/redeliver`, { body })
  const some = await redeliver({ since })
  assert.equal(some.status, 202)
  assertShape(Redelivered, some)
  assert.deepEqual(some.json, { redelivered: 1 })
  assert.deepEqual((await redeliver({ since: '2026-03-01T00:00:00Z', states: ['rejected'] })).json, { redelivered: 0 })
  assert.deepEqual((await redeliver({ since: '2026-03-01T00:00:00Z' })).json, { redelivered: 1 })
})
