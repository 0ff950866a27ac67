import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessageRow } from '../domain/message.ts'
import type { Store } from '../domain/ports.ts'
import { withBodies } from './newest-messages.ts'
import { MailRoom } from './test-mail-room.ts'

const A = 'a@mayfly.test'

/** A room whose store counts what is asked of it. */
async function countingRoom(mails: number) {
  const calls = new Map<string, number>()
  const count = (store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        const method = Reflect.get(target, name)
        return (...args: unknown[]) => {
          calls.set(String(name), (calls.get(String(name)) ?? 0) + 1)
          return method.apply(target, args)
        }
      },
    })
  const room = new MailRoom({ wrap: count })
  const ann = await room.account('team')
  const inbox = await room.mail.openInbox(ann, A)
  for (let i = 1; i <= mails; i++) {
    await room.send(A, `From: s${i % 3}@sender.test\nSubject: Mail ${i}\n\nYour verification code is ${482_000 + i}\n`)
  }
  // Read once, so that all that is counted below is reading again.
  await room.mail.listMessages(inbox, { limit: 100 })
  const counted = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
    calls.clear()
    await work()
    return Object.fromEntries(calls)
  }
  return { room, ann, inbox, counted }
}

test('a list of fifty asks for its rows once, for bodies ten at a time, and once for newer codes', async () => {
  const { room, inbox, counted } = await countingRoom(50)
  const calls = await counted(() => room.mail.listMessages(inbox, { limit: 50 }))
  assert.deepEqual(calls, { messages: 2, renditions: 5 })
  assert.deepEqual(await counted(() => room.mail.readMail(inbox, { limit: 50 })), { messages: 1, texts: 5 })
})

test('a page further down asks for the newer codes that it does not show, of its own senders alone', async () => {
  const { room, inbox, counted } = await countingRoom(60)
  const page = { limit: 2, subject: 'Mail 1', before: 13 }
  assert.deepEqual(await counted(() => room.mail.listMessages(inbox, page)), { messages: 2, renditions: 3 })
  const { listed } = await room.mail.listMessages(inbox, page)
  assert.deepEqual(
    listed.map(({ message, superseded }) => [message.seq, superseded]),
    [
      [12, true],
      [11, true],
    ],
  )
})

test('a list that a row alone can refuse asks for no body', async () => {
  const { room, inbox, counted } = await countingRoom(50)
  assert.deepEqual(await counted(() => room.mail.listMessages(inbox, { limit: 50, subject: 'none' })), { messages: 1 })
  const future = { limit: 50, since: room.now + 1 }
  assert.deepEqual(await counted(() => room.mail.listMessages(inbox, future)), { messages: 1 })
})

test('a wait for one mail reads one; a wait that looks through fifty asks eight times', async () => {
  const { room, ann, inbox, counted } = await countingRoom(50)
  const wait = (query: object) => () =>
    room.mail.waitForMessage(ann, inbox, { count: 1, claim: false, ...query }, AbortSignal.abort())
  assert.equal((await counted(wait({})))['renditions'], 1)
  // The mail itself, and the newer codes of its sender.
  assert.equal((await counted(wait({ after: 20 })))['renditions'], 2)
  assert.equal((await counted(wait({ subject: 'none' })))['renditions'], 8)
  assert.equal((await counted(wait({ subject: 'none', after: 0 })))['renditions'], 8)
})

test('large mails are asked for a few at a time', async () => {
  const rows = Array.from({ length: 5 }, (_, i) => ({ seq: i + 1, sizeBytes: 5 * 1024 * 1024 }) as MessageRow)
  const asked: (readonly number[])[] = []
  const read = async (seqs: readonly number[]) => {
    asked.push(seqs)
    return seqs.map((seq) => (seq === 3 ? null : `body ${seq}`))
  }
  const got = await Array.fromAsync(withBodies(rows, 10, read))
  assert.deepEqual(asked, [[1, 2], [3, 4], [5]])
  assert.deepEqual(
    got.map(([, body]) => body),
    ['body 1', 'body 2', 'body 4', 'body 5'],
  )
})
