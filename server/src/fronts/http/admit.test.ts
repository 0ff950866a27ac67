import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newKeyText } from '../../domain/api-key.ts'
import { type Answer, assertProblem, INBOX, openScene } from './test-mail.ts'

const PATH = `/getMail?email=${INBOX}`

test('a key comes in X-API-KEY or as a Bearer token, and nowhere else', async (t) => {
  const scene = await openScene(t)
  const ask = (headers: Record<string, string>, path = PATH): Promise<Answer> => scene.fetch(path, { headers })
  assert.equal((await ask({ 'X-API-KEY': scene.key })).status, 200)
  assert.equal((await ask({ Authorization: `Bearer ${scene.key}` })).status, 200)
  assert.equal((await ask({ authorization: `bearer ${scene.key}` })).status, 200)
  for (const missing of [
    await ask({}),
    await ask({ 'X-API-KEY': '' }),
    await ask({ Authorization: `Basic ${scene.key}` }),
    await ask({}, `${PATH}&key=${scene.key}&api_key=${scene.key}&X-API-KEY=${scene.key}`),
  ]) {
    assertProblem(missing, 401, 'missing_key')
    assert.equal(missing.headers.get('www-authenticate'), 'Bearer realm="mayfly"')
    assert.equal(missing.headers.get('ratelimit'), null)
  }
})

test('keys that are none', async (t) => {
  const scene = await openScene(t)
  for (const key of [newKeyText(), `${scene.key.slice(0, -1)}!`, 'tk_', 'x'.repeat(10_000)]) {
    const answer = await scene.getMail({}, { 'X-API-KEY': key })
    assertProblem(answer, 401, 'invalid_key')
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="mayfly", error="invalid_token"')
  }
})

test('a revocation holds within a second', async (t) => {
  const scene = await openScene(t)
  const { id, key } = await scene.keyWith('full')
  assert.equal((await scene.getMail({}, { 'X-API-KEY': key })).status, 200)
  await scene.revoke(id)
  scene.clock.at += 999
  const answer = await scene.getMail({}, { 'X-API-KEY': key })
  assertProblem(answer, 401, 'revoked_key')
  assert.match(answer.headers.get('www-authenticate') ?? '', /invalid_token/)
})

test('a read key reads, a codes key does not', async (t) => {
  const scene = await openScene(t)
  assert.equal((await scene.getMail({}, { 'X-API-KEY': (await scene.keyWith('read')).key })).status, 200)
  const refused = await scene.getMail({}, { 'X-API-KEY': (await scene.keyWith('codes')).key })
  assertProblem(refused, 403, 'forbidden')
  assert.ok(refused.headers.has('ratelimit'))
})

test('the rate is exact, and is told before it is met', async (t) => {
  const scene = await openScene(t, { limits: { requests_per_minute: 3 } })
  const left: (string | null)[] = []
  for (let i = 0; i < 3; i++) left.push((await scene.getMail()).headers.get('ratelimit'))
  assert.deepEqual(
    left.map((value) => /^"default";r=(\d+);t=\d+$/.exec(value ?? '')?.[1]),
    ['2', '1', '0'],
  )
  // The rate comes before scope and query.
  const refused = await scene.getMail({ limit: '0' })
  assertProblem(refused, 429, 'rate_limited')
  assert.equal(refused.headers.get('ratelimit-policy'), '"default";q=3;w=60')
  assert.match(refused.headers.get('ratelimit') ?? '', /^"default";r=0;t=\d+$/)
  const after = Number(refused.headers.get('retry-after'))
  assert.ok(after >= 1 && after <= 60)
})

test('the order of checks: key, then scope, then query', async (t) => {
  const scene = await openScene(t)
  assertProblem(await scene.fetch('/getMail?limit=0'), 401, 'missing_key')
  const { key } = await scene.keyWith('codes')
  assertProblem(await scene.getMail({ limit: '0' }, { 'X-API-KEY': key }), 403, 'forbidden')
})
