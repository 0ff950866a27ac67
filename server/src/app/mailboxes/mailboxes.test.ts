import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS } from '../../domain/plan.ts'
import { createKey } from '../accounts.ts'
import { MailRoom } from '../test-mail-room.ts'
import { ADDRESS, Desk, refuses } from './test-desk.ts'

const HELLO = 'From: bob@sender.test\nSubject: Hello\n\nGood day\n'

test('an address that is free is claimed by the log-in, with the mail that was waiting', async () => {
  const room = new MailRoom()
  const ann = await room.account()
  await room.send(ADDRESS, HELLO)
  const access = await room.mail.mailboxes.enter(ann, 'Ann@Mayfly.test')
  assert.equal(access.readOnly, false)
  const inbox = await room.mail.mailboxes.find(access, 'INBOX')
  assert.deepEqual([inbox.address, inbox.messageCount], [ADDRESS, 1])
  assert.equal((await room.store.inboxByAddress(ADDRESS))?.accountId, ann.account.id)
})

test('nobody enters an address of another account, an address elsewhere, or none', async () => {
  const room = new MailRoom()
  const [ann, bob] = [await room.account(), await room.account()]
  await room.mail.openInbox(ann, ADDRESS)
  await refuses('inbox_taken', room.mail.mailboxes.enter(bob, ADDRESS))
  await refuses('foreign_domain', room.mail.mailboxes.enter(bob, 'bob@elsewhere.test'))
  await refuses('invalid_address', room.mail.mailboxes.enter(bob, 'bob'))
  // The sign-in e-mail of somebody else is an address like any other.
  await refuses('foreign_domain', room.mail.mailboxes.enter(bob, `${ann.keyText}@owner.test`))
})

test('a read key reads only, and a codes key does not enter', async () => {
  const room = new MailRoom()
  const ann = await room.account()
  const enter = async (scope: 'read' | 'codes') => {
    const wish = { accountId: ann.account.id, name: scope, scope }
    const { keyText } = await createKey(room.store, room.now, wish)
    return room.mail.mailboxes.enter(await room.mail.authenticate(keyText), ADDRESS)
  }
  assert.equal((await enter('read')).readOnly, true)
  await refuses('forbidden', enter('codes'))
})

test('by an address there is INBOX, and the folders beside it', async () => {
  const desk = await Desk.open()
  await desk.room.mail.openInbox(desk.account, 'other@mayfly.test')
  assert.deepEqual(await desk.names(), ['INBOX'])
  await desk.mailboxes.create(desk.access, 'Work')
  assert.deepEqual(await desk.names(), ['INBOX', 'Work'])
  await refuses('not_found', desk.find('other@mayfly.test'))
  const elsewhere = await desk.mailboxes.enter(desk.account, 'other@mayfly.test')
  assert.deepEqual(
    (await desk.mailboxes.list(elsewhere)).map(({ name }) => name),
    ['INBOX'],
  )
})

test('by the sign-in e-mail there are all inboxes, and an INBOX that stays empty', async () => {
  const desk = await Desk.open('e-mail')
  for (const name of ['a', 'b']) await desk.room.mail.openInbox(desk.account, `${name}@mayfly.test`)
  await desk.room.send('a@mayfly.test', HELLO)
  assert.deepEqual((await desk.names()).toSorted(), ['INBOX', 'a@mayfly.test', 'b@mayfly.test'])
  assert.deepEqual(await desk.rows('A@mayfly.test'), ['1'])
  assert.deepEqual(await desk.rows('INBOX'), [])
  assert.equal((await desk.find('INBOX')).id, (await desk.find('INBOX')).id)
  assert.deepEqual((await desk.names()).toSorted(), ['INBOX', 'a@mayfly.test', 'b@mayfly.test'])
})

test('what another account has is not there', async () => {
  const desk = await Desk.open('e-mail')
  const bob = await desk.room.account()
  await desk.room.mail.openInbox(bob, 'bob@mayfly.test')
  await refuses('not_found', desk.find('bob@mayfly.test'))
  await refuses('not_found', desk.mailboxes.delete(desk.access, 'bob@mayfly.test'))
  await refuses('not_found', desk.mailboxes.rename(desk.access, 'bob@mayfly.test', 'mine'))
  await refuses('inbox_taken', desk.mailboxes.create(desk.access, 'bob@mayfly.test'))
  assert.deepEqual(await desk.names(), ['INBOX'])
})

test('CREATE of an address makes that inbox, within the plan', async () => {
  const desk = await Desk.open('e-mail', { plans: { free: { ...DEFAULT_PLANS.free, inboxes: 2 } } })
  await desk.mailboxes.create(desk.access, 'New@mayfly.test')
  assert.equal((await desk.room.store.inboxByAddress('new@mayfly.test'))?.accountId, desk.account.account.id)
  await refuses('conflict', desk.mailboxes.create(desk.access, 'new@mayfly.test'))
  await desk.mailboxes.create(desk.access, 'x@elsewhere.test')
  assert.equal((await desk.find('x@elsewhere.test')).folder, 'x@elsewhere.test')
  // A folder below an address needs that inbox, and not a folder that would hide it.
  await desk.mailboxes.create(desk.access, 'second@mayfly.test/sub')
  assert.equal((await desk.find('second@mayfly.test')).folder, null)
  await refuses('inbox_limit_reached', desk.mailboxes.create(desk.access, 'third@mayfly.test'))
})

test('CREATE makes the folders above too, and takes a delimiter at the end', async () => {
  const desk = await Desk.open()
  await desk.mailboxes.create(desk.access, 'a/b/c/')
  await desk.mailboxes.create(desk.access, 'Grüße')
  await desk.mailboxes.create(desk.access, 'other@mayfly.test')
  assert.deepEqual(await desk.names(), ['INBOX', 'Grüße', 'a', 'a/b', 'a/b/c', 'other@mayfly.test'])
  assert.equal(await desk.room.store.inboxByAddress('other@mayfly.test'), null)
  await refuses('conflict', desk.mailboxes.create(desk.access, 'a/b'))
  await refuses('conflict', desk.mailboxes.create(desk.access, 'INBOX'))
})

test('a name that a pattern would match by accident, or that has no end, is refused', async () => {
  const desk = await Desk.open()
  const names = ['', 'a//b', '/a', 'a%', '*', 'a\u0000b', 'a\nb', ' ', 'a'.repeat(256), Array(21).fill('a').join('/')]
  for (const name of names) await refuses('invalid_request', desk.mailboxes.create(desk.access, name))
  assert.deepEqual(await desk.names(), ['INBOX'])
})

test('DELETE takes a folder with its messages, an inbox as the API does, and never INBOX', async () => {
  const desk = await Desk.open('e-mail')
  await desk.mailboxes.create(desk.access, 'a/b')
  await desk.append('a', HELLO)
  await desk.mailboxes.delete(desk.access, 'a')
  assert.deepEqual(await desk.names(), ['INBOX', 'a/b'])
  await desk.mailboxes.create(desk.access, 'a')
  assert.deepEqual(await desk.rows('a'), [])
  await desk.room.mail.openInbox(desk.account, ADDRESS)
  await desk.mailboxes.delete(desk.access, ADDRESS)
  assert.equal(await desk.room.store.inboxByAddress(ADDRESS), null)
  await refuses('forbidden', desk.mailboxes.delete(desk.access, 'INBOX'))
  await refuses('not_found', desk.mailboxes.delete(desk.access, 'nothing'))
})

test('a mailbox that is made again has another UIDVALIDITY', async () => {
  const desk = await Desk.open()
  await desk.mailboxes.create(desk.access, 'a')
  const before = (await desk.find('a')).uidValidity
  await desk.mailboxes.delete(desk.access, 'a')
  await desk.mailboxes.create(desk.access, 'a')
  assert.notEqual((await desk.find('a')).uidValidity, before)
})

test('RENAME takes what is below along, and keeps the messages and their UIDs', async () => {
  const desk = await Desk.open()
  await desk.mailboxes.create(desk.access, 'a/b')
  await desk.append('a/b', HELLO, { flags: ['\\Flagged'], seen: true })
  const { id, uidValidity } = await desk.find('a/b')
  await desk.mailboxes.rename(desk.access, 'a', 'new/place')
  assert.deepEqual(await desk.names(), ['INBOX', 'new', 'new/place', 'new/place/b'])
  const moved = await desk.find('new/place/b')
  assert.deepEqual([moved.id, moved.uidValidity], [id, uidValidity])
  assert.deepEqual(await desk.rows('new/place/b'), ['1 seen \\Flagged'])
})

test('RENAME of INBOX moves its messages, and INBOX stays', async () => {
  const desk = await Desk.open()
  await desk.room.send(ADDRESS, HELLO)
  await desk.room.send(ADDRESS, HELLO)
  await desk.mailboxes.create(desk.access, 'INBOX/below')
  await desk.mailboxes.rename(desk.access, 'INBOX', 'Old/2026')
  assert.deepEqual(await desk.names(), ['INBOX', 'INBOX/below', 'Old', 'Old/2026'])
  assert.deepEqual([await desk.rows('INBOX'), await desk.rows('Old/2026')], [[], ['1', '2']])
  await desk.room.send(ADDRESS, HELLO)
  assert.deepEqual(await desk.rows('INBOX'), ['3'])
})

test('RENAME does not change an address, make one, or overwrite what is there', async () => {
  const desk = await Desk.open('e-mail')
  await desk.room.mail.openInbox(desk.account, ADDRESS)
  for (const name of ['a', 'b']) await desk.mailboxes.create(desk.access, name)
  const rename = (from: string, to: string) => desk.mailboxes.rename(desk.access, from, to)
  await refuses('forbidden', rename(ADDRESS, 'bob@mayfly.test'))
  await refuses('forbidden', rename('a', 'bob@mayfly.test'))
  await refuses('forbidden', rename('a', 'a/b'))
  await refuses('conflict', rename('a', 'b'))
  await refuses('conflict', rename('a', ADDRESS))
  await refuses('not_found', rename('c', 'd'))
  await refuses('invalid_request', rename('a', '%'))
  assert.deepEqual((await desk.names()).toSorted(), ['INBOX', 'a', ADDRESS, 'b'])
})

test('a subscription outlives its mailbox, and is of one log-in name', async () => {
  const desk = await Desk.open()
  await desk.mailboxes.create(desk.access, 'a')
  await desk.mailboxes.subscribe(desk.access, 'a')
  await desk.mailboxes.subscribe(desk.access, 'INBOX')
  await desk.mailboxes.delete(desk.access, 'a')
  assert.deepEqual(await desk.mailboxes.list(desk.access), [
    { name: 'INBOX', subscribed: true, exists: true },
    { name: 'a', subscribed: true, exists: false },
  ])
  await desk.mailboxes.unsubscribe(desk.access, 'a')
  const byEmail = await desk.mailboxes.enter(desk.account, desk.email)
  assert.ok((await desk.mailboxes.list(byEmail)).every(({ subscribed }) => !subscribed))
  assert.deepEqual(await desk.names(), ['INBOX'])
})
