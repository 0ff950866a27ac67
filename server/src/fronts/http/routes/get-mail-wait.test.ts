import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, INBOX, openScene, until } from '../test-mail.ts'

test('a wait is answered when mail comes, and its tag holds afterwards', async (t) => {
  const scene = await openScene(t)
  const waiting = scene.getMail({ wait: '55' })
  await scene.openWaits(1)
  assert.match((await scene.fetch('/metrics')).text, /^mayfly_http_open_waits 1$/m)
  await scene.deliver({ subject: 'there' })
  const answer = await waiting
  assert.equal(answer.json[0].subject, 'there')
  const again = await scene.getMail({}, { 'If-None-Match': answer.headers.get('etag') as string })
  assert.equal(again.status, 304)
  assert.equal(scene.mail.openWaits, 0)
  await until(() => scene.listeners === 0)
})

test('what does not match leaves the wait open', async (t) => {
  const scene = await openScene(t)
  await scene.deliver({ subject: 'code' }, 'other@mayfly.test')
  const waiting = scene.getMail({ wait: '55', subject: 'code' })
  await scene.openWaits(1)
  await scene.deliver({ subject: 'news' })
  await scene.deliver({ subject: 'your code' })
  assert.deepEqual(
    (await waiting).json.map((item: { subject: string }) => item.subject),
    ['your code'],
  )
})

test('mail that is there already is answered at once', async (t) => {
  const scene = await openScene(t)
  await scene.deliver()
  assert.equal((await scene.getMail({ wait: '55' })).json.length, 1)
  assert.equal((await scene.getMail({ wait: '55', subject: 'hello' })).json.length, 1)
})

test('time-out is an empty list', async (t) => {
  const scene = await openScene(t)
  const answer = await scene.getMail({ wait: '0.05' })
  assert.equal(answer.status, 200)
  assert.equal(answer.text, '[]')
  assert.ok(answer.headers.has('etag'))
})

test('Prefer: wait does the same, and the parameter wins', async (t) => {
  const scene = await openScene(t)
  const waiting = scene.getMail({}, { Prefer: 'respond-async, wait=500' })
  await scene.openWaits(1)
  await scene.deliver()
  const answer = await waiting
  assert.equal(answer.json.length, 1)
  assert.equal(answer.headers.get('preference-applied'), 'wait=55')
  const other = { email: 'other@mayfly.test' }
  assert.equal((await scene.getMail({ ...other, wait: '0' }, { Prefer: 'wait=55' })).text, '[]')
  assert.equal((await scene.getMail(other, { Prefer: 'wait=soon' })).headers.get('preference-applied'), null)
})

test('a client that goes away frees its wait', async (t) => {
  const scene = await openScene(t)
  const gone = new AbortController()
  const waiting = fetch(`${scene.url}/getMail?email=${INBOX}&wait=55`, {
    headers: { 'X-API-KEY': scene.key },
    signal: gone.signal,
  })
  await scene.openWaits(1)
  gone.abort()
  await assert.rejects(waiting)
  await scene.openWaits(0)
  assert.equal(scene.listeners, 0)
})

test('one wait too many is 429, and does not touch the others', async (t) => {
  const scene = await openScene(t, { limits: { open_waits: 2 } })
  const waiting = [scene.getMail({ wait: '55' }), scene.getMail({ wait: '55' })]
  await scene.openWaits(2)
  const refused = await scene.getMail({ wait: '55' })
  assertProblem(refused, 429, 'too_many_waits')
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.ok(refused.headers.has('ratelimit'))
  await scene.deliver()
  for (const answer of await Promise.all(waiting)) assert.equal(answer.json.length, 1)
})

test('an older page does not wait', async (t) => {
  const scene = await openScene(t)
  await scene.deliver({ subject: 'one' })
  await scene.deliver({ subject: 'two' })
  const link = (await scene.getMail({ limit: '1' })).headers.get('link') ?? ''
  const cursor = new URL(link.slice(1, link.indexOf('>'))).searchParams.get('cursor') as string
  assert.deepEqual((await scene.getMail({ cursor, wait: '55', subject: 'three' })).json, [])
})
