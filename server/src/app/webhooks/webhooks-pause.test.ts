import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWebhookRoom, subjects, type WebhookRoom } from './test-webhook-room.ts'

/** Presses the button, lets the sender send it, and answers with what became of it. */
async function pressTest({ room, ann, webhooks, sender }: WebhookRoom, id: string) {
  const bell = room.mail.outbox.listen(AbortSignal.timeout(10_000))
  const tested = webhooks.test(ann, id, AbortSignal.timeout(10_000))
  assert.ok(await bell.next())
  await sender.turn()
  return tested
}

/** So many mails, each of which is tried once before the next one comes. */
async function sendOneByOne({ sender, send }: WebhookRoom, count: number, reply: number): Promise<void> {
  sender.reply = () => reply
  for (const subject of subjects(count)) {
    await send(subject)
    assert.equal(await sender.turn(), 1)
  }
}

test('exactly ten failures pause, and what is left is held and not sent', async () => {
  const { room, ann, webhooks, sender, add, send, states } = await openWebhookRoom()
  const { id } = await add()
  sender.reply = () => 500
  await send(...subjects(12))
  assert.equal(await sender.turn(), 5)
  assert.equal((await webhooks.get(ann, id)).consecutive_failures, 5, 'those that fail side by side count each')
  for (let failures = 6; failures <= 10; failures++) {
    assert.equal((await webhooks.get(ann, id)).state, 'active')
    assert.equal(await sender.turn(), 1, 'one at a time where the last one failed')
    assert.equal((await webhooks.get(ann, id)).consecutive_failures, failures)
  }
  const { state, paused_reason } = await webhooks.get(ann, id)
  assert.deepEqual([state, paused_reason], ['paused', 'failures'])
  await send('one more')
  room.now += 29 * 86_400_000
  assert.equal(await sender.turn(), 0)
  assert.equal(await room.mail.outbox.dueIn(), null)
  assert.deepEqual(await states(), Array(13).fill('held'))
  assert.deepEqual(await room.mail.outbox.backlog(), { open: 0, held: 13 })
})

test('nine failures and a success do not pause, nor the nine after them', async () => {
  const scene = await openWebhookRoom()
  const { id } = await scene.add()
  for (const [count, reply, failures] of [
    [9, 500, 9],
    [1, 200, 0],
    [9, 500, 9],
  ] as const) {
    await sendOneByOne(scene, count, reply)
    const { state, consecutive_failures } = await scene.webhooks.get(scene.ann, id)
    assert.deepEqual([state, consecutive_failures], ['active', failures])
  }
})

test('neither a test nor what is sent again by hand counts', async () => {
  const scene = await openWebhookRoom()
  const { ann, webhooks, sender } = scene
  const { id } = await scene.add()
  await sendOneByOne(scene, 9, 500)
  const [newest] = await webhooks.deliveries(ann, id, { before: null, limit: 1 })
  assert.ok(newest)
  for (const reply of [500, 'timeout', 200]) {
    sender.reply = () => reply
    assert.equal((await pressTest(scene, id)).state, reply === 200 ? 'delivered' : 'failed')
    await webhooks.redeliver(ann, newest.id)
    assert.equal(await sender.turn(), 1)
    const { state, consecutive_failures } = await webhooks.get(ann, id)
    assert.deepEqual([state, consecutive_failures], ['active', 9], String(reply))
  }
  assert.equal((await webhooks.delivery(ann, newest.id)).attempts.length, 4)
  await sendOneByOne(scene, 1, 500)
  assert.equal((await webhooks.get(ann, id)).state, 'paused')
})

test('held deliveries are sent after a resume, in their order', async () => {
  const { ann, webhooks, sender, add, send } = await openWebhookRoom()
  const { id } = await add()
  assert.equal((await webhooks.pause(ann, id)).paused_reason, 'manual')
  await send('one', 'two', 'three')
  assert.equal(await sender.turn(), 0, 'a paused endpoint gets nothing')
  const resumed = await webhooks.resume(ann, id, 'deliver')
  assert.deepEqual([resumed.state, resumed.paused_reason], ['active', null])
  await sender.finish()
  assert.deepEqual(
    sender.told.map(({ subject }) => subject),
    ['one', 'two', 'three'],
  )
})

test('or they are dropped, and what comes later is sent', async () => {
  const { ann, webhooks, sender, add, send, states } = await openWebhookRoom()
  const { id } = await add()
  await webhooks.pause(ann, id)
  await send('one', 'two', 'three')
  assert.equal((await webhooks.resume(ann, id, 'drop')).state, 'active')
  await send('four')
  assert.equal(await sender.finish(), 1)
  assert.deepEqual(await states(), ['dropped', 'dropped', 'dropped', 'delivered'])
})

test('a resume begins the count anew', async () => {
  const scene = await openWebhookRoom()
  const { ann, webhooks } = scene
  const { id } = await scene.add()
  await sendOneByOne(scene, 10, 500)
  assert.equal((await webhooks.get(ann, id)).state, 'paused')
  assert.equal((await webhooks.resume(ann, id, 'drop')).consecutive_failures, 0)
  await sendOneByOne(scene, 9, 500)
  assert.equal((await webhooks.get(ann, id)).state, 'active')
  await sendOneByOne(scene, 1, 500)
  assert.equal((await webhooks.get(ann, id)).state, 'paused')
})

test('a test goes out to a paused endpoint, whatever it subscribes to', async () => {
  const scene = await openWebhookRoom()
  const { id } = await scene.add({ events: ['inbox.created'], inboxFilter: 'other@mayfly.test' })
  await scene.webhooks.pause(scene.ann, id)
  const { event, state, payload, attempts } = await pressTest(scene, id)
  assert.deepEqual([event, state, attempts.length], ['test.ping', 'delivered', 1])
  assert.deepEqual(Object.keys(payload.data as object), ['endpoint_id', 'message'])
  assert.equal((await scene.webhooks.get(scene.ann, id)).state, 'paused')
})

test('a test whose answer does not come is answered as it stands', async () => {
  const { ann, webhooks, add } = await openWebhookRoom()
  const { id } = await add()
  const { state, attempts } = await webhooks.test(ann, id, AbortSignal.abort())
  assert.deepEqual([state, attempts], ['pending', []])
})
