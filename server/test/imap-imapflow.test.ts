import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { ImapFlow } from 'imapflow'
import { getMail, subjects } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { sendMail } from './support/smtp-client.ts'
import { within } from './support/wait-until.ts'

const OWNER = 'owner@mayfly.test'
const letter = (subject: string): string => `From: ann@sender.test\r\nSubject: ${subject}\r\n\r\nThis is ${subject}.`

async function enter(server: RunningServer, user: string, secure: boolean): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: secure ? server.imapsPort : server.imapPort,
    secure,
    doSTARTTLS: false,
    tls: { rejectUnauthorized: false },
    auth: { user, pass: server.key },
    logger: false,
  })
  await client.connect()
  return client
}

for (const [how, byEmail] of [
  ['an address, without TLS', false],
  ['the sign-in e-mail, over TLS', true],
] as const) {
  test(`imapflow by ${how}`, async () => {
    await using server = await startServer()
    const inbox = 'flow@mayfly.test'
    for (const subject of ['one', 'two', 'three']) await sendMail(server, inbox, letter(subject))
    await getMail(server, inbox)
    const client = await enter(server, byEmail ? OWNER : inbox, byEmail)
    const path = byEmail ? inbox : 'INBOX'
    assert.ok((await client.list()).some((mailbox) => mailbox.path === path))
    const lock = await client.getMailboxLock(path)
    const all = await client.fetchAll('1:*', { envelope: true, bodyStructure: true, source: true, uid: true })
    assert.deepEqual(
      all.map(({ uid, envelope }) => [uid, envelope?.subject]),
      [
        [1, 'one'],
        [2, 'two'],
        [3, 'three'],
      ],
    )
    assert.ok(all[1]?.source?.toString().endsWith(`${letter('two')}\r\n`))
    assert.deepEqual(await client.search({ subject: 'three' }, { uid: true }), [3])
    await client.messageFlagsAdd('1', ['\\Flagged'])
    assert.deepEqual(await client.search({ flagged: true }), [1])
    await client.messageDelete('2')
    assert.deepEqual(await subjects(server, inbox), ['three', 'one'])
    lock.release()

    const pushed = once(client, 'exists')
    void client.idle()
    await sendMail(server, inbox, letter('four'))
    const [told] = await within('imapflow to hear of it', pushed)
    assert.deepEqual([told.path, told.count], [path, 3])
    await client.logout()
  })
}

test('imapflow files mail: folders, append, copy, move', async () => {
  await using server = await startServer()
  const inbox = 'files@mayfly.test'
  await sendMail(server, inbox, letter('one'))
  const client = await enter(server, inbox, false)
  await client.mailboxCreate(['Kept', 'Müller'])
  await client.append('Kept', letter('draft'), ['\\Draft'], new Date('2020-02-11T10:00:00Z'))
  await client.mailboxOpen('INBOX')
  const copied = await client.messageCopy('1', 'Kept')
  assert.ok(copied)
  await client.messageMove('1', 'Kept/Müller')
  assert.deepEqual(await subjects(server, inbox), [])
  const status = await client.status('Kept', { messages: true, unseen: true })
  assert.deepEqual([status.messages, status.unseen], [2, 2])
  await client.mailboxRename('Kept', 'Stored')
  assert.deepEqual((await client.list()).map(({ path }) => path).toSorted(), ['INBOX', 'Stored', 'Stored/Müller'])
  await client.mailboxDelete('Stored/Müller')
  await client.logout()
})
