import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEY_SCOPES, type KeyScope } from '../../../../domain/api-key.ts'
import { assertProblem, openScene, type Scene } from '../../test-mail.ts'
import { CodesSchema } from './message-schema.ts'
import { pageOf } from './page.ts'
import { assertShape, call, INBOX_PATH, waitFor } from './test-api.ts'

const GONE = '/messages/msg_00000000000000001'

/** For each call the scopes that may make it. What it is about is not there: a 404 is past the door. */
const MATRIX: readonly [method: string, path: string, scopes: readonly KeyScope[]][] = [
  ['POST', '/inboxes', ['full', 'codes']],
  ['GET', '/inboxes', ['full', 'read', 'codes']],
  ['GET', '/inboxes/none%40mayfly.test', ['full', 'read']],
  ['PATCH', '/inboxes/none%40mayfly.test', ['full']],
  ['DELETE', '/inboxes/none%40mayfly.test', ['full']],
  ['GET', `${INBOX_PATH}/messages`, ['full', 'read', 'codes']],
  ['POST', `${INBOX_PATH}/messages`, ['full']],
  ['DELETE', `${INBOX_PATH}/messages`, ['full']],
  ['GET', `${INBOX_PATH}/wait?timeout=0`, ['full', 'read', 'codes']],
  ['GET', `${INBOX_PATH}/wait?timeout=0&claim=false`, ['full', 'read', 'codes']],
  ['GET', `${INBOX_PATH}/wait?timeout=0&claim=true`, ['full', 'codes']],
  ['GET', `${INBOX_PATH}/messages?contains=x`, ['full', 'read']],
  ['GET', `${INBOX_PATH}/wait?timeout=0&contains=x`, ['full', 'read']],
  ['GET', GONE, ['full', 'read', 'codes']],
  ['DELETE', GONE, ['full']],
  ['GET', `${GONE}/raw`, ['full', 'read']],
  ['GET', '/account', ['full', 'read']],
  ['GET', '/keys', ['full', 'read']],
  ['POST', '/keys', ['full']],
  ['DELETE', '/keys/key_0000000000000000', ['full']],
]

async function keysOf(scene: Scene): Promise<Record<KeyScope, string>> {
  const made = await Promise.all(KEY_SCOPES.map(async (scope) => [scope, (await scene.keyWith(scope)).key] as const))
  return Object.fromEntries(made) as Record<KeyScope, string>
}

test('each scope may make its calls, and no other', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const keys = await keysOf(scene)
  for (const [method, path, scopes] of MATRIX) {
    for (const scope of KEY_SCOPES) {
      const answer = await call(scene, method, path, { key: keys[scope] })
      if (scopes.includes(scope)) assert.ok(answer.status < 500 && answer.status !== 403, `${scope} ${method} ${path}`)
      else assertProblem(answer, 403, 'forbidden')
      assert.ok(answer.headers.has('ratelimit'))
      assert.equal(answer.headers.get('cache-control'), 'private, no-store')
    }
  }
})

test('every call needs a key', async (t) => {
  const scene = await openScene(t)
  for (const [method, path] of MATRIX) {
    assertProblem(await scene.fetch(`/v1${path}`, { method }), 401, 'missing_key')
    assertProblem(await call(scene, method, path, { key: 'tk_none' }), 401, 'invalid_key')
  }
})

test('a key for codes sees codes, and neither subject nor text', async (t) => {
  const scene = await openScene(t)
  const { key } = await scene.keyWith('codes')
  await scene.deliver({ subject: 'Confidential subject', text: 'Secret words. Your code is 482913' })
  const list = await call(scene, 'GET', `${INBOX_PATH}/messages`, { key })
  assertShape(pageOf(CodesSchema), list)
  const [one] = list.json.data
  const seen = await call(scene, 'GET', `/messages/${one.id}`, { key })
  assertShape(CodesSchema, seen)
  const waited = await waitFor(scene, { timeout: '0' }, { key })
  const missed = await waitFor(scene, { timeout: '0', subject: 'another' }, { key })
  assert.deepEqual(missed.json.near_misses, [{ id: one.id, failed: ['subject'] }])
  const raw = await call(scene, 'GET', `/messages/${one.id}/raw`, { key })
  assertProblem(raw, 403, 'forbidden')
  for (const answer of [list, seen, waited]) assert.match(answer.text, /"value":"482913"/)
  for (const answer of [list, seen, waited, missed, raw]) assert.doesNotMatch(answer.text, /confidential|secret/i)
})
