import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from './support/running-server.ts'
import { waitUntil } from './support/wait-until.ts'
import { addWebhook, ask, BENCH, claimBox, type Delivery, deliveriesOf, sendTo } from './support/webhook-bench.ts'
import { answerWith, type Received, WebhookReceiver } from './support/webhook-receiver.ts'

const PAUSES_S = [1, 2, 3, 4]
const PATIENCE_MS = 60_000

function assertNotEarly(received: readonly Received[]): void {
  received.slice(1).forEach(({ at }, i) => {
    const pause = at - (received[i] as Received).at
    assert.ok(pause >= (PAUSES_S[i] ?? 0) * 1_000, `attempt ${i + 2} came after ${pause} ms`)
  })
}

test('five attempts at their times, never early, each with its number and its own time', async () => {
  await using server = await startServer({ env: { ...BENCH, MAYFLY_WEBHOOK_RETRY_SCHEDULE: PAUSES_S.join(',') } })
  await using failing = await WebhookReceiver.listen({ answer: answerWith(503) })
  await using recovering = await WebhookReceiver.listen()
  recovering.answer = (response, request) =>
    answerWith(request.headers['x-service-attempt'] === '3' ? 200 : 500)(response, request)
  await claimBox(server)
  const [dead, alive] = [await addWebhook(server, failing.url()), await addWebhook(server, recovering.url())]
  await sendTo(server, 'hello')
  const ended = (id: string): Promise<Delivery> =>
    waitUntil(
      'the delivery has ended',
      async () => {
        const [delivery] = await deliveriesOf(server, id)
        return delivery && ['delivered', 'failed'].includes(delivery.state) && delivery
      },
      PATIENCE_MS,
    )
  const [lost, saved] = [await ended(dead.id), await ended(alive.id)]
  assert.deepEqual([lost.state, lost.attempts.length, lost.next_attempt_at], ['failed', 5, null])
  assert.deepEqual([saved.state, saved.attempts.length], ['delivered', 3])
  for (const { received } of [failing, recovering]) {
    assertNotEarly(received)
    assert.deepEqual(
      received.map(({ headers }) => headers['x-service-attempt']),
      received.map((_, i) => String(i + 1)),
    )
    assert.equal(new Set(received.map(({ delivery }) => delivery)).size, 1)
    // The time is signed, so that an old request cannot be sent again by somebody else.
    const times = received.map(({ body }) => JSON.parse(body.toString()).timestamp as number)
    assert.ok(times.every((time, i) => i === 0 || time >= (times[i - 1] ?? 0) + (PAUSES_S[i - 1] ?? 0)))
  }
  assert.deepEqual([failing.received.length, recovering.received.length], [5, 3])
  assert.equal((await ask(server, 'GET', `/webhooks/${dead.id}`)).consecutive_failures, 5)
  assert.equal((await ask(server, 'GET', `/webhooks/${alive.id}`)).consecutive_failures, 0)
})

test('what waits for its next attempt survives a stop, and does not come early for it', async () => {
  await using server = await startServer({ env: { ...BENCH, MAYFLY_WEBHOOK_RETRY_SCHEDULE: '2' } })
  await using receiver = await WebhookReceiver.listen({ answer: answerWith(500) })
  await claimBox(server)
  const { id } = await addWebhook(server, receiver.url())
  await sendTo(server, 'hello')
  await waitUntil('the failure is in the log', async () => (await deliveriesOf(server, id))[0]?.attempts.length === 1)
  receiver.answer = answerWith(200)
  await server.restart()
  const [first, second] = await receiver.first(2)
  assert.ok(first && second)
  assert.ok(second.at - first.at >= 2_000, `${second.at - first.at} ms`)
  assert.equal(second.delivery, first.delivery)
})
