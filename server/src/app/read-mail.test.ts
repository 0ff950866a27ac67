import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Inbox } from '../domain/inbox.ts'
import type { MailQuery } from './read-mail.ts'
import { MailRoom } from './test-mail-room.ts'

const ALTERNATIVE = `From: shop@sender.test
Subject: Mixed
Content-Type: multipart/alternative; boundary=x

--x

plain words
--x
Content-Type: text/html

<p>rich <b>words</b></p>
--x--
`

async function withMails(count: number): Promise<{ room: MailRoom; inbox: Inbox }> {
  const room = new MailRoom()
  const inbox = await room.mail.openInbox(await room.account('team'), 'a@mayfly.test')
  for (let i = 1; i <= count; i++) {
    room.now += 1_000
    await room.send('a@mayfly.test', `From: s${i % 3}@sender.test\nSubject: Mail ${i}\n\nBody number ${i}.\n`)
  }
  return { room, inbox }
}

async function subjects(room: MailRoom, inbox: Inbox, query: Partial<MailQuery>): Promise<string[]> {
  const { items } = await room.mail.readMail(inbox, { limit: 100, ...query })
  return items.map((item) => item.subject)
}

test('pages run from the newest to the oldest and meet each mail once', async () => {
  const { room, inbox } = await withMails(250)
  const seen: string[] = []
  let before: number | undefined
  for (let page = 0; page < 10; page++) {
    const { items, next } = await room.mail.readMail(inbox, { limit: 60, before })
    seen.push(...items.map((item) => item.subject))
    if (next === null) break
    before = next
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 250 }, (_, i) => `Mail ${250 - i}`),
  )
})

test('a full last page has no next one', async () => {
  const { room, inbox } = await withMails(4)
  const first = await room.mail.readMail(inbox, { limit: 2 })
  assert.equal(first.next, 3)
  assert.equal((await room.mail.readMail(inbox, { limit: 2, before: 3 })).next, null)
})

test('every filter holds, and all of them together', async () => {
  const { room, inbox } = await withMails(9)
  const start = Date.UTC(2026, 0, 1)
  assert.deepEqual(await subjects(room, inbox, { from: 'S1@SENDER' }), ['Mail 7', 'Mail 4', 'Mail 1'])
  assert.deepEqual(await subjects(room, inbox, { subject: 'mail 5' }), ['Mail 5'])
  assert.deepEqual(await subjects(room, inbox, { since: start + 8_000 }), ['Mail 9', 'Mail 8'])
  assert.deepEqual(await subjects(room, inbox, { contains: 'NUMBER 3' }), ['Mail 3'])
  assert.deepEqual(await subjects(room, inbox, { from: 's1', since: start + 4_000 }), ['Mail 7', 'Mail 4'])
  assert.deepEqual(await subjects(room, inbox, { from: 's1', contains: 'number 2' }), [])
})

test('contains looks in the subject, the text, and the text of the HTML', async () => {
  const { room, inbox } = await withMails(0)
  await room.send('a@mayfly.test', ALTERNATIVE)
  for (const contains of ['mixed', 'plain WORDS', 'rich words']) {
    assert.deepEqual(await subjects(room, inbox, { contains }), ['Mixed'], contains)
  }
  assert.deepEqual(await subjects(room, inbox, { contains: '<b>' }), [])
})

test('a page of large mails ends early and goes on where it ended', async () => {
  const { room, inbox } = await withMails(0)
  const body = `${'x'.repeat(70)}\n`.repeat(45_000)
  for (let i = 1; i <= 4; i++) await room.send('a@mayfly.test', `Subject: Large ${i}\n\n${body}`)
  const first = await room.mail.readMail(inbox, { limit: 100 })
  assert.deepEqual(
    first.items.map((item) => item.subject),
    ['Large 4', 'Large 3'],
  )
  const rest = await room.mail.readMail(inbox, { limit: 100, before: first.next ?? 0 })
  assert.deepEqual(
    rest.items.map((item) => item.subject),
    ['Large 2', 'Large 1'],
  )
})
