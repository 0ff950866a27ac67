import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seqAfter } from '../domain/cursor.ts'
import { DomainError } from '../domain/domain-error.ts'
import { DEFAULT_PLANS } from '../domain/plan.ts'
import { MemoryLimiter } from '../drivers/memory/limiter.ts'
import { MemorySeats } from '../drivers/memory/seats.ts'
import { MemoryWakeup } from '../drivers/memory/wakeup.ts'
import type { Waited, WaitQuery } from './message-wait.ts'
import { MailRoom } from './test-mail-room.ts'

const A = 'a@mayfly.test'
const mail = (subject: string) => `From: a@sender.test\nSubject: ${subject}\n\nHello\n`

async function open() {
  const room = new MailRoom({ plans: { free: { ...DEFAULT_PLANS.free, open_waits: 1_000 } } })
  const ann = await room.account()
  const inbox = await room.mail.openInbox(ann, A)
  const end = new AbortController()
  const wait = (query: Partial<WaitQuery> = {}) =>
    room.mail.waitForMessage(ann, inbox, { count: 1, claim: false, ...query }, end.signal)
  return { room, ann, inbox, end, wait }
}

function subjects(waited: Waited): string[] {
  assert.equal(waited.status, 'received')
  return waited.status === 'received' ? waited.found.map(({ message }) => message.subject) : []
}

test('opened before the mail, at the same instant and after it, a wait returns that mail once', async () => {
  const { room, wait } = await open()
  const before = wait()
  const [same] = await Promise.all([wait(), room.send(A, mail('it'))])
  for (const waited of [await before, same, await wait()]) assert.deepEqual(subjects(waited), ['it'])
  assert.equal(room.mail.openWaits, 0)
})

test('without a cursor the newest counts, with one the first after it, and the chain leaves none out', async () => {
  const { room, inbox, wait } = await open()
  for (const subject of ['1', '2', '3']) await room.send(A, mail(subject))
  assert.deepEqual(subjects(await wait()), ['3'])
  let after = 0
  const seen: string[] = []
  for (let i = 0; i < 3; i++) {
    const waited = await wait({ after })
    seen.push(...subjects(waited))
    after = seqAfter(waited.cursor, inbox.id)
  }
  assert.deepEqual(seen, ['1', '2', '3'])
})

test('count waits for so many', async () => {
  const { room, wait } = await open()
  const waiting = wait({ count: 3 })
  for (const subject of ['1', '2', '3']) await room.send(A, mail(subject))
  assert.deepEqual(subjects(await waiting), ['1', '2', '3'])
})

test('a time-out says what came close, and its cursor leaves nothing out', async () => {
  const { room, inbox, wait, end } = await open()
  const waiting = wait({ subject: 'code', from: 'elsewhere' })
  await room.send(A, mail('news'))
  await room.send(A, mail('your code'))
  end.abort()
  const waited = await waiting
  assert.equal(waited.status, 'timeout')
  assert.deepEqual(waited.status === 'timeout' && waited.nearMisses.map(({ subject, failed }) => [subject, failed]), [
    ['news', ['from', 'subject']],
    ['your code', ['from']],
  ])
  assert.ok(seqAfter(waited.cursor, inbox.id) <= 2)
})

test('100 claiming waiters and 100 mails: each waiter has one, no mail goes twice', async () => {
  const { room, wait } = await open()
  const waits = Array.from({ length: 100 }, () => wait({ claim: true }))
  for (let i = 0; i < 100; i++) await room.send(A, mail(String(i)))
  const got = (await Promise.all(waits)).flatMap(subjects)
  assert.equal(got.length, 100)
  assert.equal(new Set(got).size, 100)
})

test('a claiming wait takes one at a time', async () => {
  const { wait } = await open()
  await assert.rejects(
    wait({ claim: true, count: 2 }),
    (error) => error instanceof DomainError && error.code === 'invalid_request',
  )
})

test('nobody reads the store while nothing happens', async () => {
  let reads = 0
  const room = new MailRoom({
    wrap: (store) => {
      const messages = store.messages.bind(store)
      return Object.assign(store, {
        messages: (...args: Parameters<typeof messages>) => {
          reads++
          return messages(...args)
        },
      })
    },
  })
  const ann = await room.account()
  const inbox = await room.mail.openInbox(ann, A)
  const end = new AbortController()
  const waiting = room.mail.waitForMessage(ann, inbox, { count: 1, claim: false }, end.signal)
  await new Promise(setImmediate)
  const before = reads
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  assert.equal(reads, before)
  end.abort()
  await waiting
})

const isGone = (error: unknown) =>
  error instanceof DomainError && error.code === 'not_found' && /deleted while you waited/.test(error.message)

test('a wait ends at once when its inbox is deleted, and other waits go on', async () => {
  const { room, ann, wait } = await open()
  const waits = [wait(), wait({ after: 0 }), wait({ claim: true })]
  const other = await room.mail.openInbox(ann, 'b@mayfly.test')
  const end = new AbortController()
  const elsewhere = room.mail.waitForMessage(ann, other, { count: 1, claim: false }, end.signal)
  await Promise.all([...waits.map((waiting) => assert.rejects(waiting, isGone)), room.mail.deleteInbox(ann, A)])
  assert.equal(room.mail.openWaits, 1)
  await room.send('b@mayfly.test', mail('it'))
  assert.deepEqual(subjects(await elsewhere), ['it'])
})

test('a wait for an inbox that is deleted before it begins ends at once', async () => {
  const { room, ann, wait } = await open()
  await room.mail.deleteInbox(ann, A)
  await assert.rejects(wait(), isGone)
})

test('a wait ends when the time of its inbox is over and another reader begins a new one', async () => {
  const { room, ann } = await open()
  await room.mail.changeInbox(ann, A, { ttlSeconds: 60 })
  const inbox = await room.mail.openInbox(ann, A)
  const waiting = room.mail.waitForMessage(ann, inbox, { count: 1, claim: false }, new AbortController().signal)
  room.now += 60_000
  await Promise.all([assert.rejects(waiting, isGone), room.mail.openInbox(ann, A)])
})

test('without a cursor the newest is meant also among those that come together while it waits', async () => {
  const { room, wait } = await open()
  const waiting = wait({ count: 2 })
  await Promise.all(['1', '2', '3'].map((subject) => room.send(A, mail(subject))))
  assert.deepEqual(subjects(await waiting), ['2', '3'])
})

test('a time-out names the newest of what came close', async () => {
  const { room, wait, end } = await open()
  for (let i = 1; i <= 12; i++) await room.send(A, mail(String(i)))
  const waiting = wait({ subject: 'code' })
  end.abort()
  const waited = await waiting
  assert.deepEqual(
    waited.status === 'timeout' && waited.nearMisses.map(({ subject }) => subject),
    Array.from({ length: 10 }, (_, i) => String(i + 3)),
  )
})

test('a message that is deleted while the answer is made is not in it', async () => {
  let deleting = true
  const room = new MailRoom({
    wrap: (store) => {
      const message = store.message.bind(store)
      return Object.assign(store, {
        async message(inboxId: string, seq: number) {
          if (deleting) await store.deleteMessages(inboxId, [seq])
          deleting = false
          return message(inboxId, seq)
        },
      })
    },
  })
  const ann = await room.account()
  const inbox = await room.mail.openInbox(ann, A)
  for (const subject of ['older', 'deleted']) await room.send(A, mail(subject))
  const waited = await room.mail.waitForMessage(ann, inbox, { count: 1, claim: false }, AbortSignal.abort())
  assert.deepEqual(subjects(waited), ['older'])
})

test('a wait ends at once when its key is revoked, and those of other accounts go on', async () => {
  const { room, ann, inbox, end, wait } = await open()
  const bob = await room.account()
  const bobs = await room.mail.openInbox(bob, 'bob@mayfly.test')
  const query = { count: 1, claim: false }
  const ended = room.mail.waitForMessage(ann, inbox, query, end.signal, () => room.mail.authenticate(ann.keyText))
  const waiting = [wait(), room.mail.waitForMessage(bob, bobs, query, end.signal)]
  await new Promise(setImmediate)
  await room.mail.revokeKey(ann, ann.key.id)
  await assert.rejects(ended, { code: 'revoked_key' })
  assert.equal(room.mail.openWaits, 2)
  end.abort()
  for (const waited of await Promise.all(waiting)) assert.equal(waited.status, 'timeout')
})

test('a wait whose bell was lost finds its mail when its time is up', async () => {
  const deaf = { ring: () => undefined, ringOne: () => undefined }
  const wakeup = Object.assign(new MemoryWakeup(), deaf)
  const room = new MailRoom({ across: { wakeup, limiter: new MemoryLimiter(), seats: new MemorySeats() } })
  const ann = await room.account()
  const inbox = await room.mail.openInbox(ann, A)
  const end = new AbortController()
  const waiting = room.mail.waitForMessage(ann, inbox, { count: 1, claim: false }, end.signal)
  await new Promise(setImmediate)
  await room.send(A, mail('unheard'))
  end.abort()
  assert.deepEqual(subjects(await waiting), ['unheard'])
})
