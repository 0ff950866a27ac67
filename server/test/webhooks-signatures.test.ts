import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { startServer } from './support/running-server.ts'
import { addWebhook, ask, BENCH, BOX, claimBox, deliveriesOf, sendTo } from './support/webhook-bench.ts'
import { type Received, WebhookReceiver } from './support/webhook-receiver.ts'

/** SPEC section 6, word for word. */
function followsSpec(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(String(headers['x-service-signature']))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function followsStandard(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  try {
    new StandardWebhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

function withOneByteChanged(received: Received, at: number): Received {
  const body = Buffer.from(received.body)
  body[at] = (body[at] ?? 0) ^ 1
  return { ...received, body }
}

test('each event comes with its headers, its payload and two signatures that verify', async () => {
  await using server = await startServer({ env: { ...BENCH, MAYFLY_LOG_LEVEL: 'trace' } })
  await using receiver = await WebhookReceiver.listen()
  const url = receiver.url('/hooks?token=in-the-url')
  const { id, secret } = await addWebhook(server, url, { events: ['message.received', 'inbox.created'] })
  await claimBox(server)
  await receiver.first(1)
  await sendTo(server, 'hello')
  await receiver.first(2)
  const tested = await ask(server, 'POST', `/webhooks/${id}/test`)
  const all = await receiver.first(3)
  assert.equal(tested.state, 'delivered')
  assert.deepEqual(
    all.map(({ headers }) => headers['x-service-event']),
    ['inbox.created', 'message.received', 'test.ping'],
  )
  const log = (await deliveriesOf(server, id)).toReversed()
  for (const [at, received] of all.entries()) {
    const { headers, body } = received
    const payload = JSON.parse(body.toString())
    assert.deepEqual(Object.keys(payload), ['event', 'delivery_id', 'timestamp', 'data'])
    assert.equal(payload.event, headers['x-service-event'])
    assert.equal(payload.delivery_id, headers['x-service-delivery'])
    assert.equal(String(payload.timestamp), headers['x-service-timestamp'])
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['x-service-attempt'], '1')
    assert.deepEqual(
      [headers['webhook-id'], headers['webhook-timestamp']],
      [payload.delivery_id, String(payload.timestamp)],
    )
    assert.match(String(headers['x-service-signature']), /^sha256=[0-9a-f]{64}$/)
    assert.equal(log[at]?.id, payload.delivery_id)
    assert.ok(followsSpec(secret, received) && followsStandard(secret, received))
    for (let byte = 0; byte < body.length; byte += 7) {
      const changed = withOneByteChanged(received, byte)
      assert.ok(!followsSpec(secret, changed) && !followsStandard(secret, changed), `byte ${byte}`)
    }
  }
  const [created, message, ping] = all.map(({ body }) => JSON.parse(body.toString()).data)
  assert.deepEqual(Object.keys(created), ['inbox_id', 'inbox', 'created_at'])
  assert.deepEqual(
    [message.inbox, message.from, message.to, message.subject, message.encrypted],
    [BOX, 'ann@sender.test', [BOX], 'hello', false],
  )
  assert.match(message.received_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.equal(ping.endpoint_id, id)
  assert.equal(await server.stop(), 0)
  assert.match(server.log, /"level":"debug"/)
  for (const hidden of [secret, secret.slice(6), 'in-the-url']) assert.ok(!server.log.includes(hidden), hidden)
})

test('a rotation: both secrets sign while they overlap, and then the new one alone', async () => {
  await using server = await startServer({ env: BENCH })
  await using receiver = await WebhookReceiver.listen()
  await claimBox(server)
  const { id, secret: first } = await addWebhook(server, receiver.url())
  const next = async (): Promise<Received> => {
    const before = receiver.received.length
    await sendTo(server, 'hello')
    return (await receiver.first(before + 1))[before] as Received
  }
  const { secret: second } = await ask(server, 'POST', `/webhooks/${id}/rotate-secret`, {
    body: { overlap_seconds: 3_600 },
  })
  const both = await next()
  assert.deepEqual(
    [followsSpec(first, both), followsSpec(second, both), followsStandard(first, both), followsStandard(second, both)],
    [true, false, true, true],
  )
  const { secret: third } = await ask(server, 'POST', `/webhooks/${id}/rotate-secret`, { body: { overlap_seconds: 0 } })
  const alone = await next()
  for (const gone of [first, second]) assert.ok(!followsSpec(gone, alone) && !followsStandard(gone, alone))
  assert.ok(followsSpec(third, alone) && followsStandard(third, alone))
})
