import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuthResults, NOT_KNOWN_YET } from '../domain/auth-results.ts'
import { messageId } from '../domain/ids.ts'
import { authResults } from '../drivers/contract/mail-auth.ts'
import { viewOfMessage } from './message-view.ts'
import type { Principal } from './owners.ts'
import { MailRoom } from './test-mail-room.ts'

const TO = 'ann@mayfly.test'
const SIGNED = 'DKIM-Signature: v=1\nFrom: bob@shop.test\nSubject: Hello\n\nYour code is 482913\n'

/** A room whose checks the test answers. */
class AuthRoom extends MailRoom {
  readonly checks: PromiseWithResolvers<AuthResults | null>[]

  constructor() {
    const checks: PromiseWithResolvers<AuthResults | null>[] = []
    super({
      authenticator: {
        glance: () => null,
        check: async (_origin, _size, read) => {
          const check = Promise.withResolvers<AuthResults | null>()
          checks.push(check)
          return (await read()) && check.promise
        },
      },
    })
    this.checks = checks
  }

  async claimed(): Promise<{ readonly owner: Principal; readonly id: string }> {
    const owner = await this.account()
    const inbox = await this.mail.openInbox(owner, TO)
    await this.send(TO, SIGNED)
    return { owner, id: messageId(inbox.id, 1) }
  }

  async auth(owner: Principal, id: string): Promise<AuthResults> {
    const view = viewOfMessage(await this.mail.message(owner, id), 'full')
    return (view as unknown as { auth: AuthResults }).auth
  }

  async begun(count: number): Promise<void> {
    while (this.checks.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a message is checked at its first view, once for all who look, and the results are kept', async () => {
  const room = new AuthRoom()
  const { owner, id } = await room.claimed()
  const views = [room.auth(owner, id), room.auth(owner, id)]
  await room.begun(1)
  room.checks[0]?.resolve(authResults('checked'))
  assert.deepEqual(await Promise.all(views), [authResults('checked'), authResults('checked')])
  assert.deepEqual(await room.auth(owner, id), authResults('checked'))
  assert.equal(room.checks.length, 1)
})

test('what could not be answered is shown, not kept, and asked again after a minute', async () => {
  const room = new AuthRoom()
  const { owner, id } = await room.claimed()
  const silent = { ...authResults('silent'), spf: NOT_KNOWN_YET.spf }
  const first = room.auth(owner, id)
  await room.begun(1)
  room.checks[0]?.resolve(silent)
  assert.deepEqual(await first, silent)
  room.now += 59_999
  assert.deepEqual(await room.auth(owner, id), silent)
  assert.equal(room.checks.length, 1)
  room.now += 1
  const later = room.auth(owner, id)
  await room.begun(2)
  room.checks[1]?.resolve(authResults('answered'))
  assert.deepEqual(await later, authResults('answered'))
})

test('a wait that has its message does not wait for the check, which goes on and is kept', async () => {
  const room = new AuthRoom()
  const { owner, id } = await room.claimed()
  const inbox = await room.mail.openInbox(owner, TO)
  const waited = await room.mail.waitForMessage(owner, inbox, { count: 1, claim: false }, new AbortController().signal)
  assert.equal(waited.status, 'received')
  assert.equal(waited.found[0]?.message.auth, null)
  room.checks[0]?.resolve(authResults('late'))
  assert.deepEqual(await room.auth(owner, id), authResults('late'))
  assert.equal(room.checks.length, 1)
})

test('whoever does not see the results causes no check', async () => {
  const room = new AuthRoom()
  const { owner, id } = await room.claimed()
  const codes: Principal = { ...owner, scope: 'codes' }
  const inbox = await room.mail.openInbox(owner, TO)
  assert.ok(!('auth' in viewOfMessage(await room.mail.message(codes, id), 'codes')))
  await room.mail.waitForMessage(codes, inbox, { count: 1, claim: false }, new AbortController().signal)
  await room.mail.listMessages(inbox, { limit: 10 })
  await room.mail.readMail(inbox, { limit: 10 })
  await room.mail.rawMessage(owner, id)
  assert.equal(room.checks.length, 0)
})

test('a check that breaks is told once, and the message can be read', async () => {
  const room = new AuthRoom()
  const { owner, id } = await room.claimed()
  const view = room.auth(owner, id)
  await room.begun(1)
  room.checks[0]?.reject(new Error('broken'))
  assert.deepEqual(await view, NOT_KNOWN_YET)
  assert.deepEqual(await room.auth(owner, id), NOT_KNOWN_YET)
  assert.equal(room.failures.length, 1)
})

test('a message that is deleted while it is checked stays deleted', async () => {
  const room = new AuthRoom()
  const { owner, id } = await room.claimed()
  const view = room.auth(owner, id)
  await room.begun(1)
  await room.mail.deleteMessage(owner, id)
  room.checks[0]?.resolve(authResults('too late'))
  assert.deepEqual(await view, authResults('too late'))
  await assert.rejects(room.mail.message(owner, id), { code: 'not_found' })
  assert.deepEqual(room.failures, [])
})
