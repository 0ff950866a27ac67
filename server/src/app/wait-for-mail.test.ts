import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../domain/domain-error.ts'
import { DEFAULT_PLANS } from '../domain/plan.ts'
import { MailRoom } from './test-mail-room.ts'

const mail = (subject: string) => `From: a@sender.test\nSubject: ${subject}\n\nHello\n`
const any = { limit: 100 }

async function open(room = new MailRoom()) {
  const ann = await room.account()
  const inbox = await room.mail.openInbox(ann, 'a@mayfly.test')
  const end = new AbortController()
  const wait = (query = {}) => room.mail.waitForMail(ann, inbox, { ...any, ...query }, end.signal)
  return { room, ann, inbox, end, wait }
}

test('what is there already is the answer', async () => {
  const { room, wait } = await open()
  await room.send('a@mayfly.test', mail('first'))
  assert.equal((await wait()).items[0]?.subject, 'first')
})

test('what comes later is the answer, and what does not match is passed over', async () => {
  const { room, wait } = await open()
  const waiting = wait({ subject: 'code' })
  await room.send('a@mayfly.test', mail('news'))
  await room.send('a@mayfly.test', mail('your code'))
  assert.deepEqual(
    (await waiting).items.map((item) => item.subject),
    ['your code'],
  )
  assert.equal(room.mail.openWaits, 0)
})

test('at its end a wait answers with nothing and is counted no more', async () => {
  const { room, wait, end } = await open()
  const waiting = wait()
  await new Promise(setImmediate)
  assert.equal(room.mail.openWaits, 1)
  end.abort()
  assert.deepEqual((await waiting).items, [])
  assert.equal(room.mail.openWaits, 0)
})

test('a hundred waiters at the moment of arrival all have it', async () => {
  const room = new MailRoom({ plans: { free: { ...DEFAULT_PLANS.free, open_waits: 100 } } })
  const { wait } = await open(room)
  const waits = Array.from({ length: 100 }, (_, i) => (i === 50 ? room.send('a@mayfly.test', mail('x')) : wait()))
  const pages = (await Promise.all(waits)).filter((page) => page !== undefined)
  assert.equal(pages.length, 99)
  assert.ok(pages.every((page) => page.items.length === 1))
})

test('more waits than the plan allows are refused, with the plan that allows more', async () => {
  const { room, wait, end } = await open()
  const waits = Array.from({ length: 5 }, () => wait())
  await assert.rejects(wait(), (error) => {
    return error instanceof DomainError && error.code === 'too_many_waits' && /plus plan allows 25/.test(error.message)
  })
  end.abort()
  await Promise.all(waits)
  assert.equal(room.mail.openWaits, 0)
})

test('a wait ends at once when its inbox is deleted', async () => {
  const { room, ann, wait } = await open()
  await Promise.all([
    assert.rejects(wait(), (error) => error instanceof DomainError && error.code === 'not_found'),
    room.mail.deleteInbox(ann, 'a@mayfly.test'),
  ])
  assert.equal(room.mail.openWaits, 0)
})

test('one that has no time only looks, and is not counted', async () => {
  const { room, ann, inbox, wait, end } = await open()
  const waits = Array.from({ length: 5 }, () => wait())
  const look = () => room.mail.waitForMessage(ann, inbox, { count: 1, claim: false }, AbortSignal.abort())
  assert.equal((await look()).status, 'timeout')
  end.abort()
  await Promise.all(waits)
  assert.equal(room.mail.openWaits, 0)
})
