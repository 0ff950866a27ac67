import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, assertProblem, INBOX, openScene, type Scene, until } from '../../test-mail.ts'
import { assertPointer, assertShape, call, INBOX_PATH, waitFor } from './test-api.ts'
import { WaitAnswer } from './wait.ts'

const subjectsOf = (answer: Answer): string[] => answer.json.messages.map((one: { subject: string }) => one.subject)

async function deliverAll(scene: Scene, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects) await scene.deliver({ subject })
}

test('a message that is there already counts, and one that comes ends the wait', async (t) => {
  const scene = await openScene(t)
  await scene.deliver({ subject: 'early', text: 'Your code is 482913' })
  const first = await waitFor(scene, {})
  assertShape(WaitAnswer, first)
  assert.equal(first.json.status, 'received')
  assert.deepEqual(subjectsOf(first), ['early'])
  assert.equal(first.json.messages[0].codes[0].value, '482913')
  const waiting = waitFor(scene, { after: first.json.cursor })
  await scene.openWaits(1)
  await scene.deliver({ subject: 'late' })
  assert.deepEqual(subjectsOf(await waiting), ['late'])
  assert.equal(scene.mail.openWaits, 0)
  await until(() => scene.listeners === 0)
})

test('mail that comes at the same moment as the wait is not missed', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  for (let i = 0; i < 20; i++) {
    const address = `box${i}@mayfly.test`
    const [answer] = await Promise.all([
      waitFor(scene, { timeout: '5' }, { address }),
      scene.deliver({ subject: `at once ${i}` }, address),
    ])
    assert.deepEqual(subjectsOf(answer), [`at once ${i}`])
  }
})

test('a time-out explains itself', async (t) => {
  const scene = await openScene(t)
  await scene.deliver({ subject: 'News', from: 'shop@one.test' })
  const answer = await waitFor(scene, { timeout: '0.05', subject: 'code', has: 'code' })
  assertShape(WaitAnswer, answer)
  const { id } = (await call(scene, 'GET', `${INBOX_PATH}/messages`)).json.data[0]
  const { cursor, ...rest } = answer.json
  assert.deepEqual(rest, {
    status: 'timeout',
    messages: [],
    near_misses: [{ id, from: 'shop@one.test', subject: 'News', failed: ['subject', 'has'] }],
    refused: [],
  })
  assert.equal(cursor, (await call(scene, 'GET', INBOX_PATH)).json.cursor)
})

test('timeout=0 answers at once, with what is there', async (t) => {
  const scene = await openScene(t)
  const begun = performance.now()
  assert.equal((await waitFor(scene, { timeout: '0' })).json.status, 'timeout')
  await scene.deliver()
  assert.equal((await waitFor(scene, { timeout: '0' })).json.status, 'received')
  assert.ok(performance.now() - begun < 2_000)
})

test('timeout=0 is answered also where all waits of the plan are in use', async (t) => {
  const scene = await openScene(t, { limits: { open_waits: 1 } })
  const waiting = waitFor(scene, {})
  await scene.openWaits(1)
  assert.equal((await waitFor(scene, { timeout: '0' })).json.status, 'timeout')
  assert.equal((await scene.getMail({ wait: '0' })).text, '[]')
  assertProblem(await waitFor(scene, { timeout: '0.1' }), 429, 'too_many_waits')
  await scene.deliver()
  assert.equal((await waiting).json.status, 'received')
})

test('a wait ends at once with 404 when its inbox is deleted', async (t) => {
  const scene = await openScene(t)
  const waiting = [waitFor(scene, {}), scene.getMail({ wait: '55' })]
  await scene.openWaits(2)
  assert.equal((await call(scene, 'DELETE', INBOX_PATH)).status, 204)
  for (const answer of await Promise.all(waiting)) {
    assertProblem(answer, 404, 'not_found')
    assert.match(answer.json.detail, /^The inbox was deleted while you waited/)
  }
  assert.equal(scene.mail.openWaits, 0)
})

test('a chain of cursors loses nothing and repeats nothing', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const subjects = Array.from({ length: 30 }, (_, i) => `mail ${i}`)
  let after = (await waitFor(scene, { timeout: '0' })).json.cursor
  const sending = deliverAll(scene, subjects)
  const seen: string[] = []
  while (seen.length < subjects.length) {
    const answer = await waitFor(scene, { after, timeout: '5' })
    assert.equal(answer.json.status, 'received')
    seen.push(...subjectsOf(answer))
    after = answer.json.cursor
  }
  await sending
  assert.deepEqual(seen, subjects)
  assert.equal((await waitFor(scene, { after, timeout: '0' })).json.status, 'timeout')
})

test('count waits for so many', async (t) => {
  const scene = await openScene(t)
  await scene.deliver({ subject: 'one' })
  const short = await waitFor(scene, { count: '3', timeout: '0.05' })
  assert.equal(short.json.status, 'timeout')
  const waiting = waitFor(scene, { count: '3', after: short.json.cursor })
  await scene.openWaits(1)
  await deliverAll(scene, ['two', 'three'])
  assert.deepEqual(subjectsOf(await waiting), ['one', 'two', 'three'])
})

test('what is wrong, too much, or not yours', async (t) => {
  const scene = await openScene(t, { plan: 'team', limits: { open_waits: 1 } })
  await call(scene, 'POST', '/inboxes', { body: { address: INBOX } })
  const other = (await call(scene, 'POST', '/inboxes', { body: {} })).json.cursor
  const wrong: [Record<string, string>, string][] = [
    [{ timeout: '56' }, '/timeout'],
    [{ timeout: '-1' }, '/timeout'],
    [{ count: '0' }, '/count'],
    [{ count: '101' }, '/count'],
    [{ count: '2', claim: 'true' }, '/count'],
    [{ claim: 'perhaps' }, '/claim'],
    [{ has: 'colour' }, '/has'],
    [{ after: 'garbage' }, '/after'],
    [{ after: other }, '/after'],
  ]
  for (const [query, pointer] of wrong) assertPointer(await waitFor(scene, query), pointer)
  assertPointer(await waitFor(scene, {}, { address: 'nobody' }), '/address')
  const { key } = await scene.account()
  assertProblem(await waitFor(scene, {}, { key }), 403, 'inbox_taken')
  assert.equal((await call(scene, 'HEAD', `${INBOX_PATH}/wait`)).status, 405)
  const waiting = waitFor(scene, {})
  await scene.openWaits(1)
  const refused = await waitFor(scene, {})
  assertProblem(refused, 429, 'too_many_waits')
  assert.equal(refused.headers.get('retry-after'), '1')
  await scene.deliver()
  assert.equal((await waiting).json.status, 'received')
})

test('a key that is revoked while it waits gets nothing, and takes no message along', async (t) => {
  const scene = await openScene(t)
  const { id, key } = (await call(scene, 'POST', '/keys', { body: { name: 'lost' } })).json
  const waiting = [waitFor(scene, { claim: 'true' }, { key }), scene.getMail({ wait: '55' }, { 'X-API-KEY': key })]
  await scene.openWaits(2)
  await scene.revoke(id)
  scene.clock.at += 1_000
  await scene.deliver({ subject: 'for others' })
  for (const answer of await Promise.all(waiting)) assertProblem(answer, 401, 'revoked_key')
  assert.deepEqual(subjectsOf(await waitFor(scene, { claim: 'true' })), ['for others'])
})
