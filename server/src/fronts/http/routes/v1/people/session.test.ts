import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, openScene } from '../../../test-mail.ts'
import { Browser, ownerOf, signUp } from './test-people.ts'

const COOKIE = /^mayfly_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/

test('who signs up is signed in, until they sign out', async (t) => {
  const scene = await openScene(t)
  const ann = new Browser(scene)
  assertProblem(await ann.call('GET', '/session'), 401, 'missing_key')
  const made = await ann.call('POST', '/signup', { email: 'Ann@people.test', password: 'correct horse battery' })
  assert.equal(made.status, 201)
  assert.match(made.headers.get('set-cookie') ?? '', COOKIE)
  const { user, account, operator, signup, smtp, service_domains, base_url } = made.json
  assert.deepEqual([user.email, user.role, user.totp, user.password], ['ann@people.test', 'owner', false, true])
  assert.deepEqual([account.plan, operator, signup, base_url], ['free', false, 'open', scene.url])
  assert.deepEqual([smtp, service_domains], [{ host: '127.0.0.1', port: 1025 }, ['mayfly.test']])
  assert.deepEqual(await ann.do('GET', '/session'), made.json)
  const out = await ann.call('DELETE', '/session')
  assert.equal(out.status, 204)
  assert.equal(out.headers.get('set-cookie'), 'mayfly_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  assertProblem(await new Browser(scene, ann.cookie).call('GET', '/session'), 401, 'missing_key')
})

test('over TLS the cookie is bound to the host, and no other is taken', async (t) => {
  const scene = await openScene(t, { front: { baseUrl: 'https://mail.example.com' } })
  const ann = await signUp(scene, 'ann@people.test')
  const set = (await ann.call('GET', '/session')).headers.get('set-cookie') ?? ''
  assert.match(set, /^__Host-mayfly_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/)
  const tossed = new Browser(scene, ann.cookie.replace('__Host-', ''))
  assertProblem(await tossed.call('GET', '/session'), 401, 'missing_key')
})

test('a session that somebody else chose is never taken over: each sign-in makes a new one', async (t) => {
  const scene = await openScene(t)
  await signUp(scene, 'ann@people.test')
  const planted = `mayfly_session=${'A'.repeat(43)}`
  const victim = new Browser(scene, planted)
  await victim.signIn('ann@people.test')
  assert.notEqual(victim.cookie, planted)
  assertProblem(await new Browser(scene, planted).call('GET', '/session'), 401, 'missing_key')
  const first = victim.cookie
  await victim.signIn('ann@people.test')
  assert.notEqual(victim.cookie, first)
})

test('sessions are listed and ended, each user their own', async (t) => {
  const scene = await openScene(t)
  const ann = await signUp(scene, 'ann@people.test')
  const bob = await signUp(scene, 'bob@people.test')
  const elsewhere = new Browser(scene)
  await elsewhere.signIn('ann@people.test')
  const { data } = await ann.do('GET', '/sessions')
  assert.deepEqual(
    data.map((one: { current: boolean }) => one.current),
    [false, true],
  )
  assert.deepEqual(Object.keys(data[0]), ['id', 'created_at', 'last_seen_at', 'address', 'user_agent', 'current'])
  assertProblem(await bob.call('DELETE', `/sessions/${data[0].id}`), 404, 'not_found')
  await ann.do('DELETE', `/sessions/${data[0].id}`)
  assertProblem(await elsewhere.call('GET', '/session'), 401, 'missing_key')
  assert.equal((await ann.do('GET', '/sessions')).data.length, 1)
})

test('a session lasts 30 days from its last use', async (t) => {
  const scene = await openScene(t)
  const ann = await signUp(scene, 'ann@people.test')
  const days = (count: number): void => {
    scene.clock.at += count * 86_400_000
  }
  days(20)
  await ann.do('GET', '/session')
  await scene.mail.flush()
  days(29)
  await ann.do('GET', '/session')
  await scene.mail.flush()
  days(30)
  assertProblem(await ann.call('GET', '/session'), 401, 'missing_key')
})

test('a session ends elsewhere within a second', async (t) => {
  const scene = await openScene(t)
  const ann = await signUp(scene, 'ann@people.test')
  const { session, user } = await ann.do('GET', '/session')
  // As another node would: past the caches of this one.
  await scene.store.people.endSession(user.id, session.id)
  scene.clock.at += 999
  assertProblem(await ann.call('GET', '/session'), 401, 'missing_key')
})

test('the API takes the cookie in place of a key, and counts it against the same rate', async (t) => {
  const scene = await openScene(t)
  const owner = await ownerOf(scene)
  await owner.do('POST', '/inboxes', { address: 'mine@mayfly.test' })
  const mail = await scene.fetch('/getMail?email=mine@mayfly.test', { headers: { Cookie: owner.cookie } })
  assert.deepEqual([mail.status, mail.json], [200, []])
  assert.equal(mail.headers.get('ratelimit'), '"default";r=118;t=60')
  const key = await owner.do('POST', '/keys', { name: 'by hand' })
  assert.match(key.created_by, /^usr_/)
})

test('an Idempotency-Key is honoured for a session too, and passed over before anybody has signed in', async (t) => {
  const scene = await openScene(t)
  const owner = await ownerOf(scene)
  const post = (path: string, cookie: string, body: object) =>
    scene.fetch(`/v1${path}`, {
      method: 'POST',
      headers: {
        Cookie: cookie,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/json',
        'Idempotency-Key': 'once',
      },
      body: JSON.stringify(body),
    })
  const first = await post('/keys', owner.cookie, { name: 'x' })
  const again = await post('/keys', owner.cookie, { name: 'x' })
  assert.equal(again.json.key, first.json.key)
  const other = await ownerOf(scene)
  assertProblem(await post('/keys', other.cookie, { name: 'x' }), 422, 'idempotency_mismatch')
  assertProblem(await post('/session', '', { email: 'a@b.test', password: 'x' }), 401, 'invalid_credentials')
})

test('the address of a client is what a trusted proxy says, and nobody else', async (t) => {
  for (const [trustedProxies, seen] of [
    [['127.0.0.0/8'], '203.0.113.9'],
    [[], '127.0.0.1'],
  ] as const) {
    const scene = await openScene(t, { front: { trustedProxies } })
    const { cookie } = await ownerOf(scene)
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': '198.51.100.1, 203.0.113.9' }
    const body = JSON.stringify({ name: 'x' })
    const json = { ...headers, 'Content-Type': 'application/json' }
    await scene.fetch('/v1/keys', { method: 'POST', headers: json, body })
    const [line] = (await scene.fetch('/v1/audit', { headers })).json.data
    assert.equal(line.address, seen)
  }
})
