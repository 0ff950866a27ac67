import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, openScene, type Scene } from './test-mail.ts'

function post(scene: Scene, path: string, body: object, name: string, key = scene.key) {
  const headers = { 'x-api-key': key, 'idempotency-key': name, 'content-type': 'application/json' }
  return scene.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

test('sent again, a request is answered again and not repeated', async (t) => {
  const scene = await openScene(t)
  const first = await post(scene, '/v1/inboxes', { label: 'x' }, 'one')
  const again = await post(scene, '/v1/inboxes', { label: 'x' }, 'one')
  assert.equal(first.status, 201)
  assert.deepEqual([again.status, again.json], [201, first.json])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.headers.get('location'), first.headers.get('location'))
  const other = await post(scene, '/v1/inboxes', { label: 'x' }, 'two')
  assert.notEqual(other.json.address, first.json.address)
})

test('ten at the same moment make one inbox', async (t) => {
  const scene = await openScene(t)
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(scene, '/v1/inboxes', {}, 'burst')))
  for (const answer of answers) assert.ok([201, 409].includes(answer.status), String(answer.status))
  for (const answer of answers.filter(({ status }) => status === 409)) assertProblem(answer, 409, 'in_progress')
  assert.equal(new Set(answers.filter(({ status }) => status === 201).map(({ json }) => json.address)).size, 1)
})

test('the same name for something else is refused', async (t) => {
  const scene = await openScene(t)
  await post(scene, '/v1/inboxes', {}, 'one')
  assertProblem(await post(scene, '/v1/inboxes', { label: 'y' }, 'one'), 422, 'idempotency_mismatch')
  assertProblem(await post(scene, '/v1/keys', { name: 'ci' }, 'one'), 422, 'idempotency_mismatch')
  assertProblem(await post(scene, '/v1/inboxes', {}, 'with space'), 400, 'invalid_request')
})

test('what failed is tried anew', async (t) => {
  const scene = await openScene(t)
  assertProblem(await post(scene, '/v1/inboxes', { address: 'a@elsewhere.test' }, 'one'), 422, 'foreign_domain')
  assertProblem(await post(scene, '/v1/inboxes', { address: 'a@elsewhere.test' }, 'one'), 422, 'foreign_domain')
})

test('a new key is shown again to who made it, and to no other key of the account', async (t) => {
  const scene = await openScene(t)
  const made = await post(scene, '/v1/keys', { name: 'ci' }, 'key')
  assert.equal(made.status, 201)
  assert.equal((await post(scene, '/v1/keys', { name: 'ci' }, 'key')).json.key, made.json.key)
  assertProblem(await post(scene, '/v1/keys', { name: 'ci' }, 'key', made.json.key), 422, 'idempotency_mismatch')
})
