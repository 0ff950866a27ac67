import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeCursor } from '../../../../domain/cursor.ts'
import { assertProblem, INBOX, openScene } from '../../test-mail.ts'
import { MessageSchema, SummarySchema } from './message-schema.ts'
import { pageOf } from './page.ts'
import { allPages, assertPointer, assertShape, call, INBOX_PATH } from './test-api.ts'

const LIST = `${INBOX_PATH}/messages`

test('the list claims the inbox and shows summaries, newest first', async (t) => {
  const scene = await openScene(t)
  await scene.deliver({ subject: 'first' })
  scene.clock.at += 1_000
  await scene.deliver({ subject: 'second', text: 'Your code is 482913' })
  const answer = await call(scene, 'GET', LIST)
  assertShape(pageOf(SummarySchema), answer)
  assert.deepEqual(
    answer.json.data.map((one: { subject: string }) => one.subject),
    ['second', 'first'],
  )
  assert.equal(answer.json.data[0].codes[0].value, '482913')
  assert.equal((await scene.store.inboxByAddress(INBOX))?.accountId, scene.accountId)
  const { key } = await scene.account()
  assertProblem(await call(scene, 'GET', LIST, { key }), 403, 'inbox_taken')
})

test('filters must all match', async (t) => {
  const scene = await openScene(t)
  await scene.deliver({ subject: 'Welcome', from: 'shop@one.test', text: 'see https://one.test/verify?t=1' })
  scene.clock.at += 60_000
  await scene.deliver({ subject: 'Your CODE', from: 'bank@two.test', text: 'Your code is 482913' })
  const subjects = async (query: Record<string, string>) =>
    (await call(scene, 'GET', `${LIST}?${new URLSearchParams(query)}`)).json.data.map(
      (one: { subject: string }) => one.subject,
    )
  assert.deepEqual(await subjects({ from: 'SHOP@' }), ['Welcome'])
  assert.deepEqual(await subjects({ subject: 'code' }), ['Your CODE'])
  assert.deepEqual(await subjects({ contains: '482913' }), ['Your CODE'])
  assert.deepEqual(await subjects({ since: '2026-03-01T12:01:00Z' }), ['Your CODE'])
  assert.deepEqual(await subjects({ has: 'code' }), ['Your CODE'])
  assert.deepEqual(await subjects({ has: 'link' }), ['Welcome'])
  assert.deepEqual(await subjects({ has: 'attachment' }), [])
  assert.deepEqual(await subjects({ from: 'shop', subject: 'code' }), [])
})

test('the list goes through all messages, in pages that keep the filter', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  for (let i = 0; i < 7; i++) await scene.deliver({ subject: `number ${i}` })
  await scene.deliver({ subject: 'another' })
  const pages = await allPages(scene, LIST, { limit: '3', subject: 'number' })
  assert.deepEqual(
    pages.map((page) => page.map((one) => one.subject.slice(-1)).join('')),
    ['654', '321', '0'],
  )
})

test('what is wrong in the query is named by a pointer', async (t) => {
  const scene = await openScene(t)
  const foreign = encodeCursor({ inboxId: 'ibx_0000000000000000', seq: 3 })
  const wrong: [string, string][] = [
    ['limit=0', '/limit'],
    ['since=yesterday', '/since'],
    ['subject=', '/subject'],
    ['has=colour', '/has'],
    ['cursor=garbage', '/cursor'],
    [`cursor=${foreign}`, '/cursor'],
    ['contains=%ff', ''],
  ]
  for (const [query, pointer] of wrong) assertPointer(await call(scene, 'GET', `${LIST}?${query}`), pointer)
  const malformed = await call(scene, 'GET', '/inboxes/nobody/messages')
  assertProblem(malformed, 400, 'invalid_address')
  assertPointer(malformed, '/address')
  assertProblem(await call(scene, 'GET', '/inboxes/a%40elsewhere.test/messages'), 422, 'foreign_domain')
})

test('one message is seen in full, as its source, and deleted', async (t) => {
  const scene = await openScene(t)
  await scene.deliver({ subject: 'whole', text: 'Good day' })
  const { id } = (await call(scene, 'GET', LIST)).json.data[0]
  const seen = await call(scene, 'GET', `/messages/${id}`)
  assertShape(MessageSchema, seen)
  assert.equal(seen.json.id, id)
  assert.match(seen.json.text, /Good day/)
  assert.deepEqual(seen.json.envelope, { from: 'bob@sender.test', to: [INBOX] })
  const raw = await call(scene, 'GET', `/messages/${id}/raw`)
  assert.equal(raw.status, 200)
  assert.match(raw.text, /^From: Bob <bob@sender\.test>\r\n.*Good day\r\n$/s)
  assert.equal(raw.headers.get('content-type'), 'message/rfc822')
  assert.equal(raw.headers.get('content-disposition'), `attachment; filename="${id}.eml"`)
  assert.equal(raw.headers.get('x-content-type-options'), 'nosniff')
  assert.match(raw.headers.get('content-security-policy') ?? '', /sandbox/)
  assert.equal(raw.headers.get('cache-control'), 'private, no-store')
  const { key } = await scene.account()
  for (const path of [`/messages/${id}`, `/messages/${id}/raw`]) {
    assertProblem(await call(scene, 'GET', path, { key }), 404, 'not_found')
  }
  assertProblem(await call(scene, 'DELETE', `/messages/${id}`, { key }), 404, 'not_found')
  assert.equal((await call(scene, 'DELETE', `/messages/${id}`)).status, 204)
  for (const gone of [id, 'msg_', 'msg_00000000000000001', '..%2F..']) {
    assertProblem(await call(scene, 'GET', `/messages/${gone}`), 404, 'not_found')
    assertProblem(await call(scene, 'GET', `/messages/${gone}/raw`), 404, 'not_found')
    assertProblem(await call(scene, 'DELETE', `/messages/${gone}`), 404, 'not_found')
  }
})

test('an inbox is emptied by its owner alone', async (t) => {
  const scene = await openScene(t)
  await scene.deliver()
  assertProblem(await call(scene, 'DELETE', LIST), 404, 'not_found')
  await scene.getMail()
  const { key } = await scene.account()
  assertProblem(await call(scene, 'DELETE', LIST, { key }), 404, 'not_found')
  assert.equal((await scene.getMail()).json.length, 1)
  assert.equal((await call(scene, 'DELETE', LIST)).status, 204)
  assert.equal((await call(scene, 'DELETE', LIST)).status, 204)
  assert.deepEqual((await call(scene, 'GET', LIST)).json, { data: [], next_cursor: null })
})
