import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { waitUntil } from './support/wait-until.ts'
import { addWebhook, ask, BENCH, call, claimBox, deliveriesOf, metric, sendTo } from './support/webhook-bench.ts'
import { answerWith, WebhookReceiver } from './support/webhook-receiver.ts'

/** No retry comes while the test runs. */
const ENV = { ...BENCH, MAYFLY_WEBHOOK_RETRY_SCHEDULE: '3600' }

function failures(server: RunningServer, id: string, count: number): Promise<unknown> {
  return waitUntil(
    `${count} failures are counted`,
    async () => (await ask(server, 'GET', `/webhooks/${id}`)).consecutive_failures === count,
  )
}

test('ten failures pause; a paused endpoint gets nothing but a test; a resume delivers what was held', async () => {
  await using server = await startServer({ env: ENV })
  await using receiver = await WebhookReceiver.listen({ answer: answerWith(500) })
  await using bystander = await WebhookReceiver.listen()
  await claimBox(server)
  const { id } = await addWebhook(server, receiver.url())
  await addWebhook(server, bystander.url())
  for (let n = 1; n <= 14; n++) await sendTo(server, `mail ${n}`)
  await failures(server, id, 10)
  const paused = await ask(server, 'GET', `/webhooks/${id}`)
  assert.deepEqual([paused.state, paused.paused_reason], ['paused', 'failures'])
  await bystander.first(14)
  assert.equal(receiver.received.length, 10)
  assert.equal(await metric(server, 'mayfly_webhook_pauses_total'), 1)
  assert.equal(await metric(server, 'mayfly_webhook_backlog{kind="held"}'), 14)
  assert.deepEqual(new Set((await deliveriesOf(server, id)).map(({ state }) => state)), new Set(['held']))

  receiver.answer = answerWith(200)
  const [held] = await deliveriesOf(server, id)
  await assertProblem(await call(server, 'POST', `/deliveries/${held?.id}/redeliver`), 409, 'conflict')
  await sendTo(server, 'mail 15')
  await bystander.first(15)
  assert.equal((await ask(server, 'POST', `/webhooks/${id}/test`)).state, 'delivered')
  assert.deepEqual(
    receiver.received.slice(10).map(({ headers }) => headers['x-service-event']),
    ['test.ping'],
  )
  assert.equal((await ask(server, 'GET', `/webhooks/${id}`)).state, 'paused')

  const resumed = await ask(server, 'POST', `/webhooks/${id}/resume`, { body: { held: 'deliver' } })
  assert.deepEqual([resumed.state, resumed.consecutive_failures], ['active', 0])
  const all = await receiver.first(16)
  const untried = all.slice(11).map(({ body }) => JSON.parse(body.toString()).data.subject)
  assert.deepEqual(untried.toSorted(), ['mail 11', 'mail 12', 'mail 13', 'mail 14', 'mail 15'])
})

test('or drops it, and what comes later is delivered', async () => {
  await using server = await startServer({ env: ENV })
  await using receiver = await WebhookReceiver.listen()
  await claimBox(server)
  const { id } = await addWebhook(server, receiver.url())
  assert.equal((await ask(server, 'POST', `/webhooks/${id}/pause`)).paused_reason, 'manual')
  for (const subject of ['one', 'two']) await sendTo(server, subject)
  await ask(server, 'POST', `/webhooks/${id}/resume`, { body: { held: 'drop' } })
  await sendTo(server, 'three')
  const [first] = await receiver.first(1)
  assert.equal(JSON.parse(String(first?.body)).data.subject, 'three')
  await waitUntil('all have ended', async () => {
    const states = (await deliveriesOf(server, id)).map(({ state }) => state)
    return states.join() === 'delivered,dropped,dropped'
  })
  assert.equal(receiver.received.length, 1)
})

test('what failed is sent again by hand, one or all since a moment, under the same ids', async () => {
  await using server = await startServer({ env: { ...BENCH, MAYFLY_WEBHOOK_RETRY_SCHEDULE: '0' } })
  await using receiver = await WebhookReceiver.listen({ answer: answerWith(500) })
  await claimBox(server)
  const since = new Date().toISOString()
  const { id } = await addWebhook(server, receiver.url())
  for (let n = 0; n < 3; n++) await sendTo(server, `mail ${n}`)
  await waitUntil('all have failed', async () => {
    const log = await deliveriesOf(server, id)
    return log.length === 3 && log.every(({ state }) => state === 'failed')
  })
  const ids = new Set(receiver.received.map(({ delivery }) => delivery))
  assert.deepEqual([receiver.received.length, ids.size], [6, 3])
  receiver.answer = answerWith(200)
  const one = receiver.received[0]?.delivery
  assert.equal((await ask(server, 'POST', `/deliveries/${one}/redeliver`)).state, 'pending')
  const again = (await receiver.first(7))[6]
  assert.deepEqual([again?.delivery, again?.headers['x-service-attempt']], [one, '3'])
  await waitUntil('it is delivered', async () => (await ask(server, 'GET', `/deliveries/${one}`)).state === 'delivered')
  assert.deepEqual(await ask(server, 'POST', `/webhooks/${id}/redeliver`, { body: { since } }), { redelivered: 2 })
  await receiver.first(9)
  await waitUntil('all are delivered', async () =>
    (await deliveriesOf(server, id)).every(({ state }) => state === 'delivered'),
  )
  assert.deepEqual(new Set(receiver.received.slice(6).map(({ delivery }) => delivery)), ids)
  assert.equal((await ask(server, 'GET', `/webhooks/${id}`)).consecutive_failures, 6)
})
