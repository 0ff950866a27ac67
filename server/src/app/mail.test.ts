import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../domain/domain-error.ts'
import type { ErrorCode } from '../domain/error-code.ts'
import { DEFAULT_PLANS } from '../domain/plan.ts'
import { revokeKey, setPlan } from './accounts.ts'
import { MailRoom } from './test-mail-room.ts'

const HELLO = 'From: Ann <ann@sender.test>\nSubject: Hello\n\nYour code is 123456\n'
const MINUTE = 60_000

async function refuses(code: ErrorCode, call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => error instanceof DomainError && error.code === code)
}

test('mail that came before the first read is in it', async () => {
  const room = new MailRoom()
  const ann = await room.account()
  await room.send('a@mayfly.test', HELLO)
  const inbox = await room.mail.openInbox(ann, 'A@mayfly.test')
  const { items } = await room.mail.readMail(inbox, { limit: 100 })
  assert.deepEqual(
    items.map(({ id, ...rest }) => rest),
    [
      {
        from: 'ann@sender.test',
        subject: 'Hello',
        text: 'Your code is 123456',
        html: '',
        date: '2026-01-01T00:00:00.000Z',
      },
    ],
  )
})

test('held mail that has expired is not handed over', async () => {
  const room = new MailRoom({ unclaimedTtlMs: MINUTE })
  const ann = await room.account()
  await room.send('a@mayfly.test', HELLO)
  room.now += MINUTE + 1
  assert.equal((await room.mail.openInbox(ann, 'a@mayfly.test')).messageCount, 0)
})

test('with no time for unclaimed mail an unclaimed address is unknown, and a claimed one is not', async () => {
  const room = new MailRoom({ unclaimedTtlMs: 0 })
  const ann = await room.account()
  await refuses('no_such_inbox', room.send('a@mayfly.test', HELLO))
  await room.mail.openInbox(ann, 'a@mayfly.test')
  await room.send('a@mayfly.test', HELLO)
})

test('an inbox is of one account, and another learns only that', async () => {
  const room = new MailRoom()
  const [ann, bob] = [await room.account(), await room.account()]
  await room.mail.openInbox(ann, 'a@mayfly.test')
  await refuses('inbox_taken', room.mail.openInbox(bob, 'a@mayfly.test'))
})

test('the refusal of a cap names the plan that lifts it', async () => {
  const room = new MailRoom({ plans: { free: { ...DEFAULT_PLANS.free, inboxes: 1 } } })
  const ann = await room.account()
  await room.mail.openInbox(ann, 'a@mayfly.test')
  await assert.rejects(room.mail.openInbox(ann, 'b@mayfly.test'), /The plus plan allows 200/)
  await room.mail.openInbox(ann, 'a@mayfly.test')
})

test('an address elsewhere is foreign, to readers and to senders', async () => {
  const room = new MailRoom()
  await refuses('foreign_domain', room.mail.openInbox(await room.account(), 'a@elsewhere.test'))
  await refuses('foreign_domain', room.mail.acceptRecipient('a@elsewhere.test', null))
})

test('a revocation holds within half a second, a new plan too', async () => {
  const room = new MailRoom()
  const ann = await room.account()
  await setPlan(room.store, DEFAULT_PLANS, room.now, ann.account.id, 'team')
  await revokeKey(room.store, room.now, ann.key.id)
  room.now += 500
  await refuses('revoked_key', room.mail.authenticate(ann.keyText))
})

test('a key of the wrong form is refused without asking the store', async () => {
  let asked = 0
  const room = new MailRoom({
    wrap: (store) => {
      const keyByHash = store.keyByHash.bind(store)
      const counted = (hash: Uint8Array) => {
        asked++
        return keyByHash(hash)
      }
      return Object.assign(store, { keyByHash: counted })
    },
  })
  await refuses('invalid_key', room.mail.authenticate('tk_000000000000000000000000000000000000'))
  assert.equal(asked, 0)
  const { keyText } = await room.account()
  room.now += 500
  await room.mail.authenticate(keyText)
  assert.equal(asked, 2)
})

test('size and room are those of the plan', async () => {
  const room = new MailRoom({ plans: { free: { ...DEFAULT_PLANS.free, message_bytes: 500, stored_bytes: 200 } } })
  const ann = await room.account()
  await refuses('message_too_large', room.mail.acceptRecipient('new@mayfly.test', 501))
  await room.mail.openInbox(ann, 'a@mayfly.test')
  await refuses('message_too_large', room.mail.acceptRecipient('a@mayfly.test', 501))
  await refuses('inbox_full', room.mail.acceptRecipient('a@mayfly.test', 201))
  for (let i = 0; i < 2; i++) await room.send('a@mayfly.test', HELLO)
  await refuses('inbox_full', room.send('a@mayfly.test', HELLO))
})

test('a mail that goes round in circles is stopped', async () => {
  const room = new MailRoom()
  await room.send('a@mayfly.test', 'Received: x\n'.repeat(50) + HELLO)
  await refuses('mail_loop', room.send('a@mayfly.test', 'Received: x\n'.repeat(51) + HELLO))
})

test('readers of one message at the same moment share one parse, and later ones need none', async () => {
  const room = new MailRoom()
  const inbox = await room.mail.openInbox(await room.account(), 'a@mayfly.test')
  await room.send('a@mayfly.test', HELLO)
  const read = () => room.mail.readMail(inbox, { limit: 100 })
  await Promise.all([read(), read(), read()])
  await read()
  assert.equal(room.parses, 1)
  assert.deepEqual(room.failures, [])
})

test('a use is written down at most once a minute', async () => {
  const writes: [number, number][] = []
  const room = new MailRoom({
    wrap: (store) => {
      const touch = store.touch.bind(store)
      return Object.assign(store, {
        touch: (keys: ReadonlyMap<string, number>, inboxes: ReadonlyMap<string, number>) => {
          writes.push([keys.size, inboxes.size])
          return touch(keys, inboxes)
        },
      })
    },
  })
  const { keyText } = await room.account()
  const use = async () => {
    await room.mail.openInbox(await room.mail.authenticate(keyText), 'a@mayfly.test')
    await room.mail.flush()
  }
  await use()
  room.now += MINUTE - 1
  await use()
  room.now += 1
  await use()
  assert.deepEqual(writes, [
    [1, 0],
    [0, 1],
    [1, 0],
  ])
})
