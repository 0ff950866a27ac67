import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FollowedEvent } from './follow-events.ts'
import { MailRoom } from './test-mail-room.ts'

const mail = (subject: string) =>
  `From: a@sender.test\nTo: x@mayfly.test, y@mayfly.test\nSubject: ${subject}\n\nHello\n`

/** Reads `count` events and stops listening. */
async function follow(room: MailRoom, who: Parameters<MailRoom['mail']['openInbox']>[0], after: number, count: number) {
  const end = new AbortController()
  const events: FollowedEvent[] = []
  for await (const event of await room.mail.followEvents(who, { after, inbox: null }, end.signal)) {
    events.push(event)
    if (events.length === count) end.abort()
  }
  return events
}

test('the log is told from its place on, and goes on as it grows', async () => {
  const room = new MailRoom()
  const ann = await room.account()
  await room.mail.openInbox(ann, 'a@mayfly.test')
  await room.send('a@mayfly.test', mail('one'))
  const following = follow(room, ann, 0, 4)
  await room.send('a@mayfly.test', mail('two'))
  await room.mail.openInbox(ann, 'b@mayfly.test')
  const events = await following
  assert.deepEqual(
    events.map(({ seq, type }) => [seq, type]),
    [
      [1, 'inbox.created'],
      [2, 'message.received'],
      [3, 'message.received'],
      [4, 'inbox.created'],
    ],
  )
  assert.deepEqual((await follow(room, ann, 2, 1))[0], events[2])
})

test('an event says what a webhook would', async () => {
  const room = new MailRoom()
  const ann = await room.account()
  const inbox = await room.mail.openInbox(ann, 'a@mayfly.test')
  await room.send('a@mayfly.test', mail('one'))
  const [created, received] = await follow(room, ann, 0, 2)
  assert.deepEqual(created?.data, { inbox_id: inbox.id, inbox: 'a@mayfly.test', created_at: '2026-01-01T00:00:00Z' })
  assert.ok(received && 'message_id' in received.data)
  const { message_id, size_bytes, ...rest } = received.data
  assert.match(message_id, /^msg_/)
  assert.ok(size_bytes > 0)
  assert.deepEqual(rest, {
    inbox_id: inbox.id,
    inbox: 'a@mayfly.test',
    from: 'a@sender.test',
    to: ['x@mayfly.test', 'y@mayfly.test'],
    subject: 'one',
    received_at: '2026-01-01T00:00:00Z',
    encrypted: false,
  })
})

test('another account hears nothing of it, and one inbox can be followed alone', async () => {
  const room = new MailRoom()
  const [ann, bob] = [await room.account(), await room.account()]
  for (const name of ['a', 'b']) await room.mail.openInbox(ann, `${name}@mayfly.test`)
  await room.mail.openInbox(bob, 'bob@mayfly.test')
  assert.deepEqual(
    (await follow(room, bob, 0, 1)).map(({ data }) => data.inbox),
    ['bob@mayfly.test'],
  )
  const end = new AbortController()
  for await (const { data } of await room.mail.followEvents(ann, { after: 0, inbox: 'b@mayfly.test' }, end.signal)) {
    assert.equal(data.inbox, 'b@mayfly.test')
    end.abort()
  }
})

test('a deleted inbox ends no follower', async () => {
  const room = new MailRoom()
  const ann = await room.account()
  await room.mail.openInbox(ann, 'a@mayfly.test')
  const following = follow(room, ann, 0, 2)
  await new Promise(setImmediate)
  await room.mail.deleteInbox(ann, 'a@mayfly.test')
  await room.mail.openInbox(ann, 'b@mayfly.test')
  assert.deepEqual(
    (await following).map(({ data }) => data.inbox),
    ['a@mayfly.test', 'b@mayfly.test'],
  )
})

test('2,000 mails while a follower breaks off again and again: joined, its lists are the log', async () => {
  const room = new MailRoom()
  const ann = await room.account('team')
  await room.mail.openInbox(ann, 'a@mayfly.test')
  const sending = (async () => {
    for (let i = 0; i < 2_000; i++) await room.send('a@mayfly.test', mail(String(i)))
  })()
  const seqs: number[] = []
  while (seqs.length < 2_001) {
    const part = await follow(room, ann, seqs.at(-1) ?? 0, Math.min(1 + (seqs.length % 97), 2_001 - seqs.length))
    seqs.push(...part.map(({ seq }) => seq))
  }
  await sending
  assert.deepEqual(
    seqs,
    Array.from({ length: 2_001 }, (_, i) => i + 1),
  )
})
