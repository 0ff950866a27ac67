import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKeyText } from '../../../../domain/api-key.ts'
import { assertProblem, openScene } from '../../test-mail.ts'
import { AccountSchema } from './account.ts'
import { KeySchema, NewKeySchema } from './keys.ts'
import { pageOf } from './page.ts'
import { allPages, assertPointer, assertShape, call } from './test-api.ts'

test('a key is made, shown once, used and revoked', async (t) => {
  const scene = await openScene(t)
  const made = await call(scene, 'POST', '/keys', { body: { name: 'CI', scope: 'read' } })
  assert.equal(made.status, 201)
  assertShape(NewKeySchema, made)
  const { key, ...record } = made.json
  assert.ok(isKeyText(key))
  assert.equal(record.last4, key.slice(-4))
  assert.equal(record.scope, 'read')
  assert.equal((await call(scene, 'GET', '/account', { key })).status, 200)
  const list = await call(scene, 'GET', '/keys')
  assertShape(pageOf(KeySchema), list)
  assert.deepEqual(list.json.data[1], record)
  assert.ok(!list.text.includes(key))
  assert.equal((await call(scene, 'DELETE', `/keys/${record.id}`)).status, 204)
  assert.equal((await call(scene, 'DELETE', `/keys/${record.id}`)).status, 204)
  scene.clock.at += 999
  assertProblem(await call(scene, 'GET', '/account', { key }), 401, 'revoked_key')
  const [, revoked] = (await call(scene, 'GET', '/keys')).json.data
  assert.equal(revoked.revoked_at, '2026-03-01T12:00:00.000Z')
  assert.equal((await call(scene, 'POST', '/keys', { body: { name: 'x' } })).json.scope, 'full')
})

test('what is wrong in the wish is named by a pointer', async (t) => {
  const scene = await openScene(t)
  const wrong: [unknown, string][] = [
    [undefined, '/name'],
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ name: 'two\nlines' }, '/name'],
    [{ name: 5 }, '/name'],
    [{ name: 'x', scope: 'admin' }, '/scope'],
    [{ name: 'x', scope: null }, '/scope'],
    [{ name: 'x', account_id: 'acc_1' }, '/account_id'],
  ]
  for (const [body, pointer] of wrong) assertPointer(await call(scene, 'POST', '/keys', { body }), pointer)
  assert.equal((await call(scene, 'GET', '/keys')).json.data.length, 1)
})

test('keys come in pages, and those of another account are not there', async (t) => {
  const scene = await openScene(t)
  for (let i = 0; i < 4; i++) await scene.keyWith('read')
  const pages = await allPages(scene, '/keys', { limit: '2' })
  assert.deepEqual(
    pages.map((page) => page.length),
    [2, 2, 1],
  )
  const ids = pages.flat().map((one) => one.id)
  assert.equal(new Set(ids).size, 5)
  const { key } = await scene.account()
  const cursor = Buffer.from(ids[0]).toString('base64url')
  assertPointer(await call(scene, 'GET', `/keys?cursor=${cursor}`, { key }), '/cursor')
  assertPointer(await call(scene, 'GET', '/keys?cursor=x'), '/cursor')
  assertProblem(await call(scene, 'DELETE', `/keys/${ids[0]}`, { key }), 404, 'not_found')
  assertProblem(await call(scene, 'DELETE', '/keys/none'), 404, 'not_found')
  assert.equal((await call(scene, 'GET', '/keys')).status, 200)
})

test('the account shows its plan and what is used of it', async (t) => {
  const scene = await openScene(t)
  await scene.deliver()
  await scene.getMail()
  const answer = await call(scene, 'GET', '/account')
  assertShape(AccountSchema, answer)
  assert.equal(answer.json.id, scene.accountId)
  assert.equal(answer.json.plan, 'free')
  assert.equal(answer.json.limits.requests_per_minute, 120)
  assert.equal(answer.json.usage.inboxes, 1)
  assert.ok(answer.json.usage.stored_bytes > 0)
})

test('the account shows how many endpoints it has', async (t) => {
  const scene = await openScene(t, { plan: 'elite' })
  await scene.addWebhook()
  const { limits, usage } = (await call(scene, 'GET', '/account')).json
  assert.deepEqual([limits.webhook_endpoints, usage.webhook_endpoints], [10, 1])
})
