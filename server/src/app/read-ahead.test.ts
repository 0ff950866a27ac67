import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../domain/ports.ts'
import { MailRoom } from './test-mail-room.ts'

const A = 'a@mayfly.test'
const MAIL = 'From: a@sender.test\nSubject: it\n\nHello\n'

/** Counts how often the source of a message is read. */
function countReads(): { sources: number; wrap: (store: Store) => Store } {
  const counter = { sources: 0, wrap }
  function wrap(store: Store): Store {
    return new Proxy(store, {
      get(target, name: keyof Store) {
        if (name === 'raw') counter.sources++
        const value = target[name]
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
  return counter
}

test('a mail that is waited for is parsed from the source at hand, once for all who wait', async () => {
  const reads = countReads()
  const room = new MailRoom({ wrap: reads.wrap })
  const ann = await room.account()
  const inbox = await room.mail.openInbox(ann, A)
  const { signal } = new AbortController()
  const waits = [
    room.mail.waitForMessage(ann, inbox, { count: 1, claim: false }, signal),
    room.mail.waitForMail(ann, inbox, { limit: 10 }, signal),
  ]
  await new Promise(setImmediate)
  await room.send(A, MAIL)
  await Promise.all(waits)
  assert.equal(reads.sources, 0)
  assert.equal(room.parses, 1)
})

test('a mail that nobody waits for is not parsed', async () => {
  const room = new MailRoom()
  const ann = await room.account()
  await room.mail.openInbox(ann, A)
  const end = new AbortController()
  const waiting = room.mail.waitForMail(ann, await room.mail.openInbox(ann, A), { limit: 10 }, end.signal)
  end.abort()
  await waiting
  await room.send(A, MAIL)
  assert.equal(room.parses, 0)
})

test('a large mail is read from the store by whoever asks', async () => {
  const reads = countReads()
  const room = new MailRoom({ wrap: reads.wrap })
  const ann = await room.account()
  const inbox = await room.mail.openInbox(ann, A)
  const waiting = room.mail.waitForMail(ann, inbox, { limit: 10 }, new AbortController().signal)
  await new Promise(setImmediate)
  await room.send(A, MAIL + 'x\n'.repeat(256 * 1024))
  assert.equal((await waiting).items.length, 1)
  assert.equal(reads.sources, 1)
})
