import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../domain/domain-error.ts'
import type { ErrorCode } from '../domain/error-code.ts'
import { MailRoom } from './test-mail-room.ts'

const MAIL = 'From: a@sender.test\nSubject: Your code\n\nYour verification code is 482913\n'

async function refuses(code: ErrorCode, call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => error instanceof DomainError && error.code === code)
}

test('an inbox without a name gets one that can be read and not guessed', async () => {
  const room = new MailRoom()
  const ann = await room.account()
  const made = await Promise.all(Array.from({ length: 20 }, () => room.mail.createInbox(ann, {})))
  for (const { inbox, created } of made) {
    assert.ok(created)
    assert.match(inbox.address, /^[a-z]+-[a-z]+-[0-9a-hjkmnp-tv-z]{13}@mayfly\.test$/)
  }
  assert.equal(new Set(made.map(({ inbox }) => inbox.address)).size, 20)
})

test('a name of one’s own is made once and found again', async () => {
  const room = new MailRoom()
  const [ann, bob] = [await room.account(), await room.account()]
  const first = await room.mail.createInbox(ann, { address: 'Mine@mayfly.test', label: 'tests', ttlSeconds: 60 })
  assert.deepEqual([first.created, first.inbox.address, first.inbox.label], [true, 'mine@mayfly.test', 'tests'])
  assert.equal(first.inbox.expires_at, '2026-01-01T00:01:00.000Z')
  assert.equal((await room.mail.createInbox(ann, { address: 'mine@mayfly.test' })).created, false)
  await refuses('inbox_taken', room.mail.createInbox(bob, { address: 'mine@mayfly.test' }))
  await refuses('foreign_domain', room.mail.createInbox(bob, { domain: 'elsewhere.test' }))
  await refuses('not_found', room.mail.viewInbox(bob, 'mine@mayfly.test'))
  await refuses('not_found', room.mail.deleteInbox(bob, 'mine@mayfly.test'))
})

test('looking at an inbox claims nothing', async () => {
  const room = new MailRoom()
  await refuses('not_found', room.mail.viewInbox(await room.account(), 'free@mayfly.test'))
  assert.equal(await room.store.inboxByAddress('free@mayfly.test'), null)
})

test('one whose time is over is a new one to whoever reads it', async () => {
  const room = new MailRoom()
  const ann = await room.account()
  const { inbox } = await room.mail.createInbox(ann, { address: 'a@mayfly.test', ttlSeconds: 60 })
  await room.send('a@mayfly.test', MAIL)
  room.now += 60_000
  const again = await room.mail.openInbox(ann, 'a@mayfly.test')
  assert.notEqual(again.id, inbox.id)
  assert.equal(again.messageCount, 0)
})

test('a message is known by its id to its account alone, until it is deleted', async () => {
  const room = new MailRoom()
  const [ann, bob] = [await room.account(), await room.account()]
  const inbox = await room.mail.openInbox(ann, 'a@mayfly.test')
  for (let i = 0; i < 3; i++) await room.send('a@mayfly.test', MAIL)
  const { listed, next } = await room.mail.listMessages(inbox, { limit: 2 })
  assert.deepEqual([listed.map(({ message }) => message.seq), next], [[3, 2], 2])
  const id = `msg_${inbox.id.slice(4)}2`
  assert.equal((await room.mail.message(ann, id)).message.seq, 2)
  assert.match(Buffer.from(await room.mail.rawMessage(ann, id)).toString(), /482913/)
  await refuses('not_found', room.mail.message(bob, id))
  await refuses('not_found', room.mail.message(ann, 'nonsense'))
  await room.mail.deleteMessage(ann, id)
  await refuses('not_found', room.mail.message(ann, id))
  await refuses('not_found', room.mail.deleteMessage(ann, id))
  assert.equal(await room.mail.emptyInbox(ann, 'a@mayfly.test'), 2)
  assert.equal((await room.mail.viewInbox(ann, 'a@mayfly.test')).message_count, 0)
})

test('a code is superseded by a newer one of the same sender', async () => {
  const room = new MailRoom()
  const inbox = await room.mail.openInbox(await room.account(), 'a@mayfly.test')
  await room.send('a@mayfly.test', MAIL)
  await room.send('a@mayfly.test', MAIL.replace('482913', '771204'))
  await room.send('a@mayfly.test', MAIL.replace('a@sender.test', 'b@sender.test'))
  const { listed } = await room.mail.listMessages(inbox, { limit: 10, has: 'code' })
  assert.deepEqual(
    listed.map(({ rendition, superseded }) => [rendition.codes[0]?.value, superseded]),
    [
      ['482913', false],
      ['771204', false],
      ['482913', true],
    ],
  )
})
