import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScene } from './test-mail.ts'

test('an unchanged answer of /v1 is not sent again', async (t) => {
  const scene = await openScene(t)
  const ask = (headers: Record<string, string> = {}) =>
    scene.fetch('/v1/inboxes', { headers: { 'x-api-key': scene.key, ...headers } })
  const first = await ask()
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^W\/"[\w-]{22}"$/)
  const again = await ask({ 'if-none-match': etag })
  assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag])
  await scene.getMail()
  const changed = await ask({ 'if-none-match': etag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), etag)
})

test('a refusal has no tag', async (t) => {
  const scene = await openScene(t)
  assert.equal((await scene.fetch('/v1/inboxes')).headers.get('etag'), null)
})

test('the account says how many requests are left, and until when', async (t) => {
  const scene = await openScene(t)
  const { json } = await scene.fetch('/v1/account', { headers: { 'x-api-key': scene.key } })
  assert.equal(json.usage.requests.remaining, json.limits.requests_per_minute - 1)
  assert.ok(json.usage.requests.reset_seconds > 0 && json.usage.requests.reset_seconds <= 60)
})
