import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, openScene } from '../../test-mail.ts'
import { assertPointer, assertShape, call } from './test-api.ts'
import { addWebhook, senderOf } from './test-webhooks.ts'
import { DeliverySchema, SecretSchema, WebhookSchema } from './webhook-schema.ts'

test('what is wrong in an action is named by a pointer', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { id } = await addWebhook(scene)
  const wrong: [action: string, body: unknown, pointer: string][] = [
    ['rotate-secret', { overlap_seconds: -1 }, '/overlap_seconds'],
    ['rotate-secret', { overlap_seconds: 1e12 }, '/overlap_seconds'],
    ['rotate-secret', { overlap_seconds: 30 * 86_400 + 1 }, '/overlap_seconds'],
    ['rotate-secret', { overlap_seconds: 1.5 }, '/overlap_seconds'],
    ['rotate-secret', { overlap_seconds: '60' }, '/overlap_seconds'],
    ['rotate-secret', { overlap: 60 }, '/overlap'],
    ['resume', { held: 'keep' }, '/held'],
    ['resume', { held: null }, '/held'],
    ['redeliver', {}, '/since'],
    ['redeliver', undefined, '/since'],
    ['redeliver', { since: 'yesterday' }, '/since'],
    ['redeliver', { since: '2026-03-01' }, '/since'],
    ['redeliver', { since: '2026-03-01T12:00:00Z', states: [] }, '/states'],
    ['redeliver', { since: '2026-03-01T12:00:00Z', states: ['delivered'] }, '/states/0'],
  ]
  const before = (await call(scene, 'GET', `/webhooks/${id}/secret`)).json
  for (const [action, body, pointer] of wrong) {
    assertPointer(await call(scene, 'POST', `/webhooks/${id}/${action}`, { body }), pointer)
  }
  assert.deepEqual((await call(scene, 'GET', `/webhooks/${id}/secret`)).json, before)
})

test('secrets are rotated: the one before holds for a day, or as long as is asked', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { id, secret } = await addWebhook(scene)
  const path = `/webhooks/${id}/rotate-secret`
  const rotated = await call(scene, 'POST', path)
  assertShape(SecretSchema, rotated)
  assert.equal(rotated.json.previous_secret, secret)
  assert.equal(rotated.json.previous_expires_at, '2026-03-02T12:00:00.000Z')
  const shown = await call(scene, 'GET', `/webhooks/${id}/secret`)
  assertShape(SecretSchema, shown)
  assert.deepEqual(shown.json, rotated.json)
  const atOnce = await call(scene, 'POST', path, { body: { overlap_seconds: 0 } })
  assert.deepEqual([atOnce.json.previous_secret, atOnce.json.previous_expires_at], [null, null])
  assert.equal(new Set([secret, rotated.json.secret, atOnce.json.secret]).size, 3)
})

test('pause, resume and test answer with what has become of it', async (t) => {
  const scene = await openScene(t, { plan: 'elite', sends: false })
  const { id } = await addWebhook(scene)
  const paused = await call(scene, 'POST', `/webhooks/${id}/pause`)
  assertShape(WebhookSchema, paused)
  assert.deepEqual([paused.json.state, paused.json.paused_reason], ['paused', 'manual'])
  const bell = scene.mail.outbox.listen(AbortSignal.timeout(10_000))
  const testing = call(scene, 'POST', `/webhooks/${id}/test`)
  await bell.next()
  assertProblem(await call(scene, 'POST', `/webhooks/${id}/test`), 409, 'conflict')
  await senderOf(scene).finish()
  const tested = await testing
  assertShape(DeliverySchema, tested)
  assert.deepEqual([tested.json.event, tested.json.state], ['test.ping', 'delivered'])
  assert.equal(tested.json.payload.data.endpoint_id, id)
  const resumed = await call(scene, 'POST', `/webhooks/${id}/resume`, { body: { held: 'drop' } })
  assertShape(WebhookSchema, resumed)
  assert.deepEqual([resumed.json.state, resumed.json.paused_reason], ['active', null])
})
