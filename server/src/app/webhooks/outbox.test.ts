import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TAKES_MS } from './test-sender.ts'
import { BOX, openWebhookRoom, subjects } from './test-webhook-room.ts'

test('a mail makes one delivery, whose payload is whole', async () => {
  const { ann, webhooks, sender, add, send } = await openWebhookRoom()
  const { id } = await add()
  await send('hello')
  assert.equal(await sender.finish(), 1)
  const [dispatch] = sender.sent
  assert.ok(dispatch)
  const { message_id, inbox_id, size_bytes, ...data } = sender.told[0] ?? {}
  assert.match(String(message_id), /^msg_/)
  assert.match(String(inbox_id), /^ibx_/)
  assert.ok(Number(size_bytes) > 0)
  assert.deepEqual(data, {
    inbox: BOX,
    from: 'ann@sender.test',
    to: [BOX],
    subject: 'hello',
    received_at: '2026-01-01T00:00:00Z',
    encrypted: false,
  })
  assert.deepEqual([dispatch.event, dispatch.attempt], ['message.received', 1])
  const [logged] = await webhooks.deliveries(ann, id, { before: null, limit: 10 })
  assert.deepEqual([logged?.id, logged?.state], [dispatch.deliveryId, 'delivered'])
  assert.deepEqual(logged?.payload.data, dispatch.data, 'what was found out on the way is in the log too')
  assert.deepEqual(
    logged?.attempts.map(({ at, error_detail, ...attempt }) => attempt),
    [{ number: 1, status: 200, duration_ms: TAKES_MS, error: null, response: 'answer 200' }],
  )
})

test('whether a mail is encrypted is found out before it is told', async () => {
  const { room, sender, add } = await openWebhookRoom()
  await add()
  await room.send(BOX, 'From: a@b.test\nContent-Type: multipart/encrypted; boundary=x\n\n--x--\n')
  await sender.finish()
  assert.equal(sender.told[0]?.['encrypted'], true)
})

test('what is gone by the time of its telling is told with what was known', async () => {
  const { room, ann, sender, add, send } = await openWebhookRoom()
  await add()
  await send('hello')
  await room.mail.emptyInbox(ann, BOX)
  assert.equal(await sender.finish(), 1)
  assert.deepEqual([sender.told[0]?.['subject'], sender.told[0]?.['encrypted']], ['hello', false])
})

test('the claim of an inbox is told before the mail that waited there', async () => {
  const { room, ann, sender, add } = await openWebhookRoom()
  await add({ events: ['message.received', 'inbox.created'] })
  await room.send('new@mayfly.test', 'Subject: hello\n\n')
  await room.mail.openInbox(ann, 'new@mayfly.test')
  await sender.finish()
  assert.deepEqual(
    sender.sent.map(({ event }) => event),
    ['inbox.created', 'message.received'],
  )
  assert.deepEqual(Object.keys(sender.told[0] ?? {}), ['inbox_id', 'inbox', 'created_at'])
})

test('a filter lets through one inbox alone, however it is written', async () => {
  const { room, ann, sender, add } = await openWebhookRoom()
  assert.equal((await add({ inboxFilter: 'Box@MAYFLY.test' })).inbox_filter, BOX)
  await room.mail.openInbox(ann, 'other@mayfly.test')
  await room.send(['other@mayfly.test', BOX], 'Subject: hello\n\n')
  await sender.finish()
  assert.deepEqual(
    sender.told.map(({ inbox }) => inbox),
    [BOX],
  )
})

test('by default the attempts come 60, 300, 1800 and 21600 s after the failure before, five in all', async () => {
  const { ann, webhooks, sender, add, send, states } = await openWebhookRoom()
  await add()
  sender.reply = () => 503
  await send('hello')
  await sender.runOut()
  const pauses = sender.sent.slice(1).map(({ at }, i) => at - (sender.sent[i]?.at ?? 0) - TAKES_MS)
  assert.deepEqual(pauses, [60_000, 300_000, 1_800_000, 21_600_000])
  assert.deepEqual(
    sender.sent.map(({ attempt }) => attempt),
    [1, 2, 3, 4, 5],
  )
  assert.equal(new Set(sender.sent.map(({ deliveryId }) => deliveryId)).size, 1)
  assert.deepEqual(await states(), ['failed'])
  assert.equal((await webhooks.deliveries(ann, null, { before: null, limit: 1 }))[0]?.attempts.length, 5)
})

test('a delivery that comes through at the third attempt ends there', async () => {
  const { ann, webhooks, sender, add, send, states } = await openWebhookRoom()
  const { id } = await add()
  sender.reply = ({ attempt }) => (attempt < 3 ? 'timeout' : 204)
  await send('hello')
  await sender.turn()
  assert.deepEqual(await states(), ['retrying'])
  assert.equal((await webhooks.get(ann, id)).consecutive_failures, 1)
  await sender.runOut()
  assert.equal(sender.sent.length, 3)
  assert.deepEqual(await states(), ['delivered'])
  assert.equal((await webhooks.get(ann, id)).consecutive_failures, 0)
})

test('a receiver that says no is not asked again, one that says later five times; neither has failed', async () => {
  for (const [reply, attempts, end] of [
    [410, 1, 'rejected'],
    [429, 5, 'failed'],
  ] as const) {
    const { ann, webhooks, sender, add, send, states } = await openWebhookRoom()
    const { id } = await add()
    sender.reply = () => reply
    await send(...subjects(12))
    await sender.runOut()
    assert.equal(sender.sent.length, 12 * attempts)
    assert.deepEqual(new Set(await states()), new Set([end]))
    const { state, consecutive_failures } = await webhooks.get(ann, id)
    assert.deepEqual([state, consecutive_failures], ['active', 0])
  }
})

test('a sender that is gone loses nothing: its claims end, and another sends them', async () => {
  const { room, sender, add, send, states } = await openWebhookRoom()
  await add()
  await send(...subjects(3))
  const lost = await room.mail.outbox.claim(100)
  assert.equal(lost.length, 3)
  assert.equal(await sender.turn(), 0)
  await sender.runOut()
  assert.deepEqual(
    sender.sent.map(({ claim }) => [claim.seq, claim.attempt]),
    lost.map(({ seq }) => [seq, 1]),
  )
  assert.deepEqual(await states(), Array(3).fill('delivered'))
})

test('no endpoint has more than five under way, and a dead one takes no other one’s turn', async () => {
  const { room, add, send } = await openWebhookRoom()
  const { outbox } = room.mail
  const { id: dead } = await add()
  const others = [await add(), await add(), await add()].map(({ id }) => id)
  await send(...subjects(20))
  let claims = await outbox.claim(1_000)
  const countOf = (id: string) => claims.filter(({ webhookId }) => webhookId === id).length
  assert.deepEqual([dead, ...others].map(countOf), [5, 5, 5, 5])
  for (let turn = 0; turn < 3; turn++) {
    const dispatches = await Promise.all(
      claims.filter(({ webhookId }) => webhookId !== dead).map((claim) => outbox.prepare(claim)),
    )
    const ok = { kind: 'answered', status: 200, body: Buffer.alloc(0), retryAfter: null, durationMs: 1 } as const
    await outbox.record(dispatches.map((dispatch) => outbox.judge(dispatch, ok)))
    claims = await outbox.claim(1_000)
    assert.deepEqual([dead, ...others].map(countOf), [0, 5, 5, 5])
  }
})

test('the log is kept for 30 days', async () => {
  const { room, sender, add, send, states } = await openWebhookRoom('team')
  await add()
  await send('hello')
  await sender.finish()
  const created = Date.UTC(2026, 0, 1)
  const day = 86_400_000
  for (const [moment, count] of [
    [created + 30 * day, 1],
    [created + 30 * day + 1, 0],
  ] as const) {
    room.now = moment
    await room.mail.sweep(new AbortController().signal)
    assert.equal((await states()).length, count)
  }
})
