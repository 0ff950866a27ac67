import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS } from '../../domain/plan.ts'
import { ADDRESS, Desk, eventTypes, refuses } from './test-desk.ts'

const HELLO = 'From: Bob <bob@sender.test>\r\nSubject: Hello\r\n\r\nGood day\r\n'
const FLAGGED = { mode: 'add', seen: true, flags: ['\\Flagged'], unchangedSince: null } as const

function plan(limits: Partial<typeof DEFAULT_PLANS.free>) {
  return { plans: { free: { ...DEFAULT_PLANS.free, ...limits } } }
}

async function subjects(desk: Desk): Promise<string[]> {
  const inbox = await desk.room.mail.openInbox(desk.account, ADDRESS)
  return (await desk.room.mail.readMail(inbox, { limit: 100 })).items.map(({ subject }) => subject)
}

test('what is appended to an inbox is mail like any other, with its event', async () => {
  const desk = await Desk.open()
  const internalDate = Date.UTC(2020, 1, 11)
  assert.equal(await desk.append('INBOX', HELLO, { seen: true, flags: ['work'], internalDate }), 1)
  assert.deepEqual(await subjects(desk), ['Hello'])
  assert.deepEqual(await eventTypes(desk), ['inbox.created', 'message.received'])
  const { id } = await desk.find('INBOX')
  const [row] = await desk.mailboxes.contents.rows(id, { after: 0, changedSince: 0 })
  assert.deepEqual([row?.seen, row?.flags, row?.internalDate], [true, ['work'], internalDate])
  assert.equal(Buffer.from((await desk.mailboxes.contents.raw(id, 1)) ?? []).toString(), HELLO)
})

test('what is appended to a folder is in no list and no event', async () => {
  const desk = await Desk.open()
  await desk.mailboxes.create(desk.access, 'Sent')
  assert.equal(await desk.append('Sent', HELLO, { seen: true }), 1)
  assert.deepEqual(await desk.rows('Sent'), ['1 seen'])
  assert.deepEqual(await subjects(desk), [])
  assert.deepEqual(await eventTypes(desk), ['inbox.created'])
})

test('an upload has the limits of the plan, in an inbox and in a folder', async () => {
  const small = await Desk.open('address', plan({ message_bytes: 100 }))
  await small.mailboxes.create(small.access, 'a')
  for (const name of ['INBOX', 'a'])
    await refuses('message_too_large', small.append(name, `${HELLO}${'x'.repeat(100)}`))
  const full = await Desk.open('address', plan({ stored_bytes: 2 * HELLO.length }))
  await full.mailboxes.create(full.access, 'a')
  for (const name of ['INBOX', 'a']) await full.append(name, HELLO)
  for (const name of ['INBOX', 'a']) await refuses('inbox_full', full.append(name, HELLO))
})

test('copies count, all or none', async () => {
  const desk = await Desk.open('address', plan({ stored_bytes: 3 * HELLO.length }))
  await desk.mailboxes.create(desk.access, 'a')
  for (const _ of [1, 2]) await desk.append('INBOX', HELLO)
  await refuses('inbox_full', desk.transfer('INBOX', [1, 2], 'a', 'copy'))
  assert.deepEqual(await desk.rows('a'), [])
  assert.deepEqual(await desk.transfer('INBOX', [2], 'a', 'copy'), [[2, 1]])
  // What moves needs no room.
  assert.deepEqual(await desk.transfer('INBOX', [1, 2], 'a', 'move'), [
    [1, 2],
    [2, 3],
  ])
  assert.deepEqual([await desk.rows('INBOX'), await desk.rows('a')], [[], ['1', '2', '3']])
})

test('flags go with a message, and what comes into an inbox has its event', async () => {
  const desk = await Desk.open()
  await desk.mailboxes.create(desk.access, 'a')
  await desk.append('a', HELLO, { flags: ['\\Flagged', 'work'] })
  assert.deepEqual(await desk.transfer('a', [1, 99], 'INBOX', 'move'), [[1, 1]])
  assert.deepEqual(await desk.rows('INBOX'), ['1 \\Flagged work'])
  assert.deepEqual(await eventTypes(desk), ['inbox.created', 'message.received'])
  assert.deepEqual(await subjects(desk), ['Hello'])
})

test('marks are numbered, and whoever watches is woken by each change', async () => {
  const desk = await Desk.open()
  await desk.append('INBOX', HELLO)
  const { contents } = desk.mailboxes
  const { id } = await desk.find('INBOX')
  const woken = async (change: () => Promise<unknown>): Promise<void> => {
    let rings = 0
    const watcher = { ring: () => ++rings }
    contents.watch(id, watcher)
    await change()
    contents.unwatch(id, watcher)
    assert.ok(rings > 0)
  }
  const before = (await contents.state(id))?.modSeq ?? 0
  await woken(() => contents.mark(id, [1], FLAGGED))
  const after = (await contents.state(id))?.modSeq ?? 0
  assert.ok(after > before)
  const { modified } = await contents.mark(id, [1], { ...FLAGGED, flags: ['late'], unchangedSince: before })
  assert.deepEqual(modified, [1])
  assert.deepEqual(await desk.rows('INBOX'), ['1 seen \\Flagged'])
  await woken(() => desk.append('INBOX', HELLO))
  await woken(() => contents.delete(id, [1]))
  assert.deepEqual(await contents.uids(id), [2])
})

test('more rows than are read at once come whole and in order', async () => {
  const desk = await Desk.open()
  for (let n = 0; n < 1_005; n++) await desk.append('INBOX', HELLO)
  const { id } = await desk.find('INBOX')
  const all = Array.from({ length: 1_005 }, (_, n) => n + 1)
  const rows = await desk.mailboxes.contents.rows(id, { after: 0, changedSince: 0 })
  assert.deepEqual(
    rows.map(({ uid }) => uid),
    all,
  )
  await desk.mailboxes.contents.delete(id, all.slice(0, 250))
  assert.deepEqual(await desk.mailboxes.contents.uids(id), all.slice(250))
})

test('an inbox that a mail program has open is read, and does not lapse', async () => {
  const desk = await Desk.open('e-mail')
  const { id } = await desk.room.mail.openInbox(desk.account, ADDRESS)
  desk.room.now += 120_000
  await desk.mailboxes.contents.state(id)
  await desk.room.mail.flush()
  assert.equal((await desk.room.store.inboxByAddress(ADDRESS))?.lastReadAt, desk.room.now)
})

test('what is gone is null, and not an error', async () => {
  const desk = await Desk.open()
  const { contents } = desk.mailboxes
  const { id } = await desk.find('INBOX')
  assert.deepEqual([await contents.raw(id, 1), await contents.rendition(id, 1)], [null, null])
  await desk.room.mail.mailboxes.create(desk.access, 'a')
  const folder = await desk.find('a')
  await desk.mailboxes.delete(desk.access, 'a')
  assert.equal(await contents.state(folder.id), null)
})
