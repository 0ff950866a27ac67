import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, INBOX, openScene } from '../../test-mail.ts'
import { InboxSchema } from './inbox-schema.ts'
import { assertPointer, assertShape, call, INBOX_PATH } from './test-api.ts'

test('one inbox is seen, changed and deleted by its owner', async (t) => {
  const scene = await openScene(t)
  await scene.deliver()
  await call(scene, 'POST', '/inboxes', { body: { address: INBOX } })
  const seen = await call(scene, 'GET', INBOX_PATH)
  assertShape(InboxSchema, seen)
  assert.equal(seen.json.message_count, 1)
  const changed = await call(scene, 'PATCH', INBOX_PATH, { body: { label: 'new', ttl_seconds: 5 } })
  assertShape(InboxSchema, changed)
  assert.deepEqual(changed.json, { ...seen.json, label: 'new', expires_at: '2026-03-01T12:00:05.000Z' })
  assert.deepEqual((await call(scene, 'PATCH', INBOX_PATH, { body: {} })).json, changed.json)
  const back = await call(scene, 'PATCH', INBOX_PATH, { body: { label: null, ttl_seconds: null } })
  assert.deepEqual(back.json, seen.json)
  assertPointer(await call(scene, 'PATCH', INBOX_PATH, { body: { address: INBOX } }), '/address')
  assertPointer(await call(scene, 'PATCH', INBOX_PATH, { body: { ttl_seconds: -1 } }), '/ttl_seconds')
  const gone = await call(scene, 'DELETE', INBOX_PATH)
  assert.equal(gone.status, 204)
  assert.equal(gone.text, '')
  assert.equal(gone.headers.get('cache-control'), 'private, no-store')
  for (const method of ['GET', 'PATCH', 'DELETE'])
    assertProblem(await call(scene, method, INBOX_PATH), 404, 'not_found')
})

test("what is another account's is not there, and nothing is claimed by looking", async (t) => {
  const scene = await openScene(t)
  const { key } = await scene.account()
  await scene.deliver()
  for (const method of ['GET', 'PATCH', 'DELETE'])
    assertProblem(await call(scene, method, INBOX_PATH), 404, 'not_found')
  assert.equal((await scene.store.inboxByAddress(INBOX))?.accountId, null)
  await call(scene, 'POST', '/inboxes', { body: { address: INBOX } })
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    assertProblem(await call(scene, method, INBOX_PATH, { key }), 404, 'not_found')
    const malformed = await call(scene, method, '/inboxes/nobody')
    assertProblem(malformed, 400, 'invalid_address')
    assertPointer(malformed, '/address')
  }
  const other = await call(scene, 'PUT', INBOX_PATH, { body: {} })
  assertProblem(other, 405, 'method_not_allowed')
  assert.deepEqual(other.headers.get('allow')?.split(', ').sort(), ['DELETE', 'GET', 'HEAD', 'PATCH'])
})
