import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, assertProblem, INBOX, openScene } from './test-mail.ts'

/** All but what is of this one request. */
function headersOf(answer: Answer): Record<string, string> {
  const { 'x-request-id': _id, date: _date, ratelimit: _left, ...same } = Object.fromEntries(answer.headers)
  return same
}

test('both ways give the same answer', async (t) => {
  const scene = await openScene(t)
  const etag = (await scene.getMail()).headers.get('etag') as string
  for (const extra of [{}, { 'If-None-Match': etag }]) {
    const quick = await scene.getMail({}, extra)
    const slow = await scene.getMail({ limit: '100' }, extra)
    assert.equal(quick.status, slow.status)
    assert.equal(quick.text, slow.text)
    assert.deepEqual(headersOf(quick), headersOf(slow))
  }
})

test('a poll that is handed on is counted once', async (t) => {
  const scene = await openScene(t)
  await scene.deliver()
  const left = async (): Promise<number> =>
    Number(/r=(\d+)/.exec((await scene.getMail()).headers.get('ratelimit') ?? '')?.[1])
  assert.deepEqual([await left(), await left()], [119, 118])
  await scene.getMail({ email: 'ann@elsewhere.test' })
  assert.equal(await left(), 116)
  assert.match((await scene.fetch('/metrics')).text, /requests_total\{route="\/getMail",status="200"\} 3/)
})

test('a store that does not answer is one failure, in one line of the log', async (t) => {
  const scene = await openScene(t)
  scene.store.inboxByAddress = () => Promise.reject(new Error('no store'))
  assertProblem(await scene.getMail(), 500, 'internal')
  assert.equal(scene.log.lines.filter((line) => line.includes('no store')).length, 1)
})

test('an address in capitals or with an odd letter is the same inbox on either way', async (t) => {
  const scene = await openScene(t)
  await scene.deliver()
  for (const email of ['ANN%40mayfly.test', 'ann@MAYFLY.TEST', '%61nn@mayfly.test', '"ann"@mayfly.test']) {
    const answer = await scene.fetch(`/getMail?email=${email}`, { headers: { 'X-API-KEY': scene.key } })
    assert.equal(answer.json.length, 1, email)
  }
  assert.equal((await scene.store.inboxByAddress(INBOX))?.messageCount, 1)
})
