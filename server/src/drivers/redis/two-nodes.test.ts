import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RedisServer, startRedis } from '../../../test/support/redis-server.ts'
import { waitUntil, within } from '../../../test/support/wait-until.ts'
import type { Mail } from '../../app/mail.ts'
import type { Waited } from '../../app/message-wait.ts'
import type { KeyPrincipal } from '../../app/owners.ts'
import { MailRoom } from '../../app/test-mail-room.ts'
import type { DomainError } from '../../domain/domain-error.ts'
import { DEFAULT_PLANS } from '../../domain/plan.ts'
import { MemoryLimiter } from '../memory/limiter.ts'
import { RedisLimiter } from './limiter.ts'
import type { RedisLink } from './redis-link.ts'
import { RedisSeats } from './seats.ts'
import { becomesBroken, becomesWhole, openLink } from './test-nodes.ts'
import { RedisWakeup } from './wakeup.ts'

const A = 'a@mayfly.test'
/** No answer is late on a machine that is busy with other tests. */
const PATIENT_MS = 30_000
const mail = (subject: string) => `From: a@sender.test\nSubject: ${subject}\n\nHello\n`

/** Two nodes on one store. Mail comes to the first; the clock stands still, so that no cache runs out by itself. */
class TwoNodes implements AsyncDisposable {
  readonly redis: RedisServer
  readonly links: readonly RedisLink[]
  readonly room: MailRoom
  readonly here: Mail
  readonly there: Mail
  readonly end = new AbortController()

  private constructor(redis: RedisServer, links: readonly RedisLink[]) {
    const [first, second] = links.map((link) => ({
      wakeup: new RedisWakeup(link),
      limiter: new RedisLimiter(link, new MemoryLimiter(), PATIENT_MS),
      seats: new RedisSeats(link, PATIENT_MS),
    }))
    this.redis = redis
    this.links = links
    const plans = { free: { ...DEFAULT_PLANS.free, open_waits: 4 } }
    this.room = new MailRoom({ plans, ...(first && { across: first }) })
    this.here = this.room.mail
    this.there = this.room.anotherNode(second)
  }

  static async open(): Promise<TwoNodes> {
    const redis = await startRedis()
    const links = await Promise.all([openLink(redis), openLink(redis)])
    await Promise.all(links.map(becomesWhole))
    return new TwoNodes(redis, links)
  }

  async waitThere(ann: KeyPrincipal & { readonly keyText: string }, options = { claim: false }): Promise<Waited> {
    const inbox = await this.there.openInbox(ann, A)
    const query = { count: 1, ...options }
    return this.there.waitForMessage(ann, inbox, query, this.end.signal, () => this.there.authenticate(ann.keyText))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end.abort()
    await Promise.all(this.links.map((link) => link.stop()))
    await this.redis[Symbol.asyncDispose]()
  }
}

function subjects(waited: Waited): readonly string[] {
  return waited.status === 'received' ? waited.found.map(({ message }) => message.subject) : []
}

/** So many wait there, and have looked for mail that is not there yet. */
async function armed(nodes: TwoNodes, count: number): Promise<void> {
  await waitUntil('they wait', () => nodes.there.openWaits === count)
  await new Promise((resolve) => setImmediate(resolve))
}

test('a wait on one node gets the mail that came to the other', async () => {
  await using nodes = await TwoNodes.open()
  const waiting = nodes.waitThere(await nodes.room.account())
  await armed(nodes, 1)
  await nodes.room.send(A, mail('it'))
  assert.deepEqual(subjects(await within('the mail', waiting)), ['it'])
})

test('each mail goes to one claiming waiter, whatever node they wait on', async () => {
  await using nodes = await TwoNodes.open()
  const ann = await nodes.room.account()
  const inbox = await nodes.here.openInbox(ann, A)
  const query = { count: 1, claim: true }
  const waiting = [0, 1, 2, 3].map((i) =>
    i % 2 === 0
      ? nodes.waitThere(ann, { claim: true })
      : nodes.here.waitForMessage(ann, inbox, query, nodes.end.signal),
  )
  await armed(nodes, 2)
  for (const subject of ['1', '2', '3', '4']) await nodes.room.send(A, mail(subject))
  const got = await within('four mails', Promise.all(waiting))
  assert.deepEqual(got.flatMap(subjects).toSorted(), ['1', '2', '3', '4'])
})

test('a stream on one node follows what happens on the other', async () => {
  await using nodes = await TwoNodes.open()
  const ann = await nodes.room.account()
  const events = await nodes.there.followEvents(ann, { after: 0, inbox: null }, nodes.end.signal)
  const first = events.next()
  await armed(nodes, 1)
  await nodes.here.openInbox(ann, A)
  assert.equal((await within('the event', first)).value.type, 'inbox.created')
})

test('a key that is revoked on one node is refused by the other as soon as it hears of it', async () => {
  await using nodes = await TwoNodes.open()
  const ann = await nodes.room.account()
  const waiting = nodes.waitThere(ann)
  const following = await nodes.there.followEvents(ann, { after: 0, inbox: null }, nodes.end.signal, () =>
    nodes.there.authenticate(ann.keyText).then(
      () => true,
      () => false,
    ),
  )
  // The first event is that of the inbox.
  await following.next()
  const nextEvent = following.next()
  await armed(nodes, 2)
  await nodes.here.revokeKey(ann, ann.key.id)
  await assert.rejects(within('the end of the wait', waiting), { code: 'revoked_key' })
  assert.equal((await within('the end of the stream', nextEvent)).done, true)
  await assert.rejects(nodes.there.authenticate(ann.keyText), { code: 'revoked_key' })
})

test('limits hold for both nodes together', async () => {
  await using nodes = await TwoNodes.open()
  const ann = await nodes.room.account()
  const perMinute = ann.plan.requests_per_minute
  const taken = await Promise.all(
    Array.from({ length: perMinute + 20 }, (_, i) => (i % 2 === 0 ? nodes.here : nodes.there).takeRequest(ann)),
  )
  assert.equal(taken.filter(({ allowed }) => allowed).length, perMinute)
  for (const node of [nodes.here, nodes.there]) {
    for (let i = 0; i < 2; i++) await node.followEvents(ann, { after: 0, inbox: null }, nodes.end.signal)
  }
  for (const node of [nodes.here, nodes.there]) {
    await assert.rejects(
      node.followEvents(ann, { after: 0, inbox: null }, nodes.end.signal),
      ({ code }: DomainError) => code === 'too_many_waits',
    )
    assert.equal((await node.viewAccount(ann)).usage.open_waits, 4)
  }
})

test('the sender of webhooks hears of work on a node that has no sender', async () => {
  await using nodes = await TwoNodes.open()
  const ann = await nodes.room.account('team')
  const { id } = await nodes.here.webhooks.create(ann, { url: 'https://receiver.test/', events: ['message.received'] })
  const bell = nodes.there.outbox.listen(nodes.end.signal)
  await nodes.here.openInbox(ann, A)
  await nodes.room.send(A, mail('it'))
  assert.equal(await within('the bell', bell.next()), true)
  assert.equal((await nodes.there.outbox.claim(10))[0]?.webhookId, id)
})

test('without Redis mail flows, waits find it by themselves, a revocation holds; and all heals', async () => {
  await using nodes = await TwoNodes.open()
  const ann = await nodes.room.account()
  const bob = await nodes.room.account()
  const waiting = nodes.waitThere(ann)
  await nodes.there.authenticate(bob.keyText)
  await armed(nodes, 1)
  await nodes.redis.kill()
  await Promise.all(nodes.links.map(becomesBroken))
  await nodes.room.send(A, mail('in the dark'))
  assert.deepEqual(subjects(await within('the mail', waiting)), ['in the dark'])
  await nodes.here.revokeKey(bob, bob.key.id)
  nodes.room.now += 501
  await assert.rejects(nodes.there.authenticate(bob.keyText), { code: 'revoked_key' })
  assert.equal((await nodes.there.takeRequest(ann)).remaining, ann.plan.requests_per_minute - 1)
  await nodes.redis.start()
  await Promise.all(nodes.links.map(becomesWhole))
  const again = nodes.there
    .openInbox(ann, 'b@mayfly.test')
    .then((inbox) => nodes.there.waitForMessage(ann, inbox, { count: 1, claim: false }, nodes.end.signal))
  await armed(nodes, 1)
  await nodes.room.send('b@mayfly.test', mail('again'))
  assert.deepEqual(subjects(await within('the mail', again)), ['again'])
})
