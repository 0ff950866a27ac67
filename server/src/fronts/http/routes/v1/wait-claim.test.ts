import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScene } from '../../test-mail.ts'
import { call, INBOX_PATH, waitFor } from './test-api.ts'

test('each claiming waiter gets one message, and no message has two', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const { key } = await scene.keyWith('codes')
  const waiting = Array.from({ length: 20 }, (_, i) =>
    waitFor(scene, { claim: 'true', timeout: '10' }, i % 2 === 0 ? { key } : {}),
  )
  await scene.openWaits(20)
  await Promise.all(Array.from({ length: 20 }, (_, i) => scene.deliver({ subject: `mail ${i}` })))
  const answers = await Promise.all(waiting)
  const ids = answers.flatMap((answer) => answer.json.messages.map((one: { id: string }) => one.id))
  assert.equal(ids.length, 20)
  assert.equal(new Set(ids).size, 20)
  const { data } = (await call(scene, 'GET', `${INBOX_PATH}/messages`)).json
  assert.equal(data.length, 20)
  for (const one of data) assert.equal(one.claimed_at, new Date(scene.clock.at).toISOString())
  assert.equal((await waitFor(scene, { claim: 'true', timeout: '0' })).json.status, 'timeout')
})

test('a client that goes away frees its wait, and takes no message with it', async (t) => {
  const scene = await openScene(t)
  const gone = new AbortController()
  const waiting = waitFor(scene, { claim: 'true', timeout: '55' }, { signal: gone.signal })
  await scene.openWaits(1)
  gone.abort()
  await assert.rejects(waiting)
  await scene.openWaits(0)
  assert.equal(scene.listeners, 0)
  await scene.deliver({ subject: 'still there' })
  const { json } = await waitFor(scene, { claim: 'true', timeout: '0' })
  assert.equal(json.messages[0].subject, 'still there')
})
