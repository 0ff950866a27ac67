import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeCursor } from '../../../domain/cursor.ts'
import { assertProblem, INBOX, openScene } from '../test-mail.ts'

test('an inbox is made by its first read, and is empty', async (t) => {
  const scene = await openScene(t)
  const answer = await scene.getMail()
  assert.equal(answer.status, 200)
  assert.equal(answer.text, '[]')
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  assert.equal((await scene.store.inboxByAddress(INBOX))?.accountId, scene.accountId)
})

test('each element has exactly the six keys, newest first', async (t) => {
  const scene = await openScene(t)
  await scene.getMail()
  await scene.deliver({ subject: 'first' })
  scene.clock.at += 1_234
  await scene.deliver({ subject: 'second', from: 'eve@sender.test', text: 'Your code is 123456' })
  const { json, text } = await scene.getMail()
  assert.deepEqual(
    json.map((item: { subject: string }) => item.subject),
    ['second', 'first'],
  )
  assert.deepEqual(Object.keys(json[0]), ['id', 'from', 'subject', 'text', 'html', 'date'])
  assert.equal(json[0].from, 'eve@sender.test')
  assert.match(json[0].text, /Your code is 123456/)
  assert.equal(json[0].html, '')
  assert.equal(json[0].date, '2026-03-01T12:00:01.234Z')
  assert.match(json[0].id, /^msg_/)
  assert.ok(text.startsWith('[{"id":'))
})

test('mail that came before the first read is returned by it', async (t) => {
  const scene = await openScene(t)
  await scene.deliver({ subject: 'early' })
  assert.equal((await scene.getMail()).json[0].subject, 'early')
})

test('filters must all match, without regard to case', async (t) => {
  const scene = await openScene(t)
  await scene.getMail()
  await scene.deliver({ subject: 'Welcome', from: 'shop@one.test', text: 'nothing here' })
  scene.clock.at += 60_000
  const instant = new Date(scene.clock.at).toISOString()
  await scene.deliver({ subject: 'Your CODE', from: 'bank@two.test', text: 'it is 4711' })
  const subjects = async (query: Record<string, string>) =>
    (await scene.getMail(query)).json.map((item: { subject: string }) => item.subject)
  assert.deepEqual(await subjects({ from: 'SHOP@' }), ['Welcome'])
  assert.deepEqual(await subjects({ subject: 'code' }), ['Your CODE'])
  assert.deepEqual(await subjects({ contains: '4711' }), ['Your CODE'])
  assert.deepEqual(await subjects({ contains: 'welcome' }), ['Welcome'])
  assert.deepEqual(await subjects({ since: instant }), ['Your CODE'])
  assert.deepEqual(await subjects({ since: '2026-03-01T14:01:00.001+02:00' }), [])
  assert.deepEqual(await subjects({ from: 'shop', subject: 'code' }), [])
  assert.deepEqual(await subjects({ limit: '1' }), ['Your CODE'])
})

test('Link leads through 250 messages to the end, keeping the filters', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  await scene.getMail()
  for (let i = 0; i < 250; i++) await scene.deliver({ subject: `number ${i}` })
  await scene.deliver({ subject: 'another' })
  const seen: string[] = []
  const sizes: number[] = []
  let answer = await scene.getMail({ subject: 'number' })
  for (;;) {
    seen.push(...answer.json.map((item: { subject: string }) => item.subject))
    sizes.push(answer.json.length)
    const next = /^<(http:\/\/127\.0\.0\.1:\d+\/getMail\?[^>]+)>; rel="next"$/.exec(
      answer.headers.get('link') ?? '',
    )?.[1]
    if (next === undefined) break
    assert.equal(new URL(next).searchParams.get('subject'), 'number')
    answer = await scene.fetch(next, { headers: { 'X-API-KEY': scene.key } })
  }
  assert.deepEqual(sizes, [100, 100, 50])
  assert.deepEqual(
    seen,
    Array.from({ length: 250 }, (_, i) => `number ${249 - i}`),
  )
})

test('an unchanged inbox is 304, a changed one is not', async (t) => {
  const scene = await openScene(t)
  const empty = (await scene.getMail()).headers.get('etag') as string
  for (const shown of [empty, empty.slice(2), `"other", ${empty}`, '*']) {
    const answer = await scene.getMail({}, { 'If-None-Match': shown })
    assert.equal(answer.status, 304, shown)
    assert.equal(answer.text, '')
    assert.equal(answer.headers.get('etag'), empty)
    assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  }
  assert.equal((await scene.getMail({}, { 'If-None-Match': '"other"' })).status, 200)
  assert.equal((await scene.getMail({ subject: 'x' }, { 'If-None-Match': empty })).status, 200)
  await scene.deliver()
  const full = await scene.getMail({}, { 'If-None-Match': empty })
  assert.equal(full.json.length, 1)
  const etag = full.headers.get('etag') as string
  assert.notEqual(etag, empty)
  assert.equal((await scene.getMail({}, { 'If-None-Match': etag })).status, 304)
  assert.equal((await scene.getMail({ wait: '5' }, { 'If-None-Match': etag })).status, 304)
})

test('HEAD is GET without the body', async (t) => {
  const scene = await openScene(t)
  const get = await scene.getMail()
  const head = await scene.fetch(`/getMail?email=${INBOX}`, { method: 'HEAD', headers: { 'X-API-KEY': scene.key } })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'ratelimit-policy']) {
    assert.equal(head.headers.get(name), get.headers.get(name), name)
  }
})

test('what is wrong in the query is named by a pointer', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const foreign = encodeCursor({ inboxId: 'ibx_0000000000000000', seq: 3 })
  const wrong: [string, string][] = [
    ['', '/email'],
    ['email=a@mayfly.test&email=b@mayfly.test', '/email'],
    [`email=${INBOX}&limit=0`, '/limit'],
    [`email=${INBOX}&limit=101`, '/limit'],
    [`email=${INBOX}&limit=1.5`, '/limit'],
    [`email=${INBOX}&limit=`, '/limit'],
    [`email=${INBOX}&wait=56`, '/wait'],
    [`email=${INBOX}&wait=-1`, '/wait'],
    [`email=${INBOX}&wait=soon`, '/wait'],
    [`email=${INBOX}&since=yesterday`, '/since'],
    [`email=${INBOX}&since=2026-02-30T00:00:00Z`, '/since'],
    [`email=${INBOX}&since=2026-02-03T00:00:00`, '/since'],
    [`email=${INBOX}&subject=`, '/subject'],
    [`email=${INBOX}&contains=${'x'.repeat(999)}`, '/contains'],
    [`email=${INBOX}&cursor=garbage`, '/cursor'],
    [`email=${INBOX}&cursor=${foreign}`, '/cursor'],
    [`email=${INBOX}&contains=%zz`, ''],
    [`email=${INBOX}&contains=%ff`, ''],
  ]
  for (const [query, pointer] of wrong) {
    const answer = await scene.fetch(`/getMail?${query}`, { headers: { 'X-API-KEY': scene.key } })
    assertProblem(answer, 400, 'invalid_request')
    assert.equal(answer.json.errors[0].pointer, pointer, query)
    assert.ok(answer.headers.has('ratelimit'), query)
  }
})

test('unknown parameters are passed over', async (t) => {
  const scene = await openScene(t)
  assert.equal((await scene.getMail({ colour: 'blue', limit: '7' })).status, 200)
})

test('addresses that are none, foreign, taken or too many', async (t) => {
  const scene = await openScene(t, { limits: { inboxes: 1 } })
  for (const email of ['', 'nobody', '@mayfly.test', 'a b@mayfly.test']) {
    const answer = await scene.getMail({ email })
    assertProblem(answer, 400, 'invalid_address')
    assert.equal(answer.json.errors[0].pointer, '/email')
  }
  assertProblem(await scene.getMail({ email: 'ann@elsewhere.test' }), 422, 'foreign_domain')
  await scene.getMail()
  assertProblem(await scene.getMail({ email: 'second@mayfly.test' }), 403, 'inbox_limit_reached')
  const { key } = await scene.account()
  const taken = await scene.getMail({}, { 'X-API-KEY': key })
  assertProblem(taken, 403, 'inbox_taken')
  assert.equal(taken.headers.get('ratelimit-policy'), '"default";q=120;w=60')
})
