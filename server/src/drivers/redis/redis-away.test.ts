import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../../../test/support/free-port.ts'
import { RedisServer, startRedis } from '../../../test/support/redis-server.ts'
import { TcpProxy } from '../../../test/support/tcp-proxy.ts'
import { within } from '../../../test/support/wait-until.ts'
import { becomesBroken, becomesWhole, openLink } from './test-nodes.ts'
import { RedisWakeup } from './wakeup.ts'

const INBOX = 'ibx_a'

async function openNode(server: { readonly url: string }) {
  const link = await openLink(server)
  const wakeup = new RedisWakeup(link)
  return { link, wakeup, [Symbol.asyncDispose]: () => link.stop() }
}

test('Redis dies: who listens is rung now and then, and all heals when it is back', async () => {
  await using redis = await startRedis()
  await using here = await openNode(redis)
  await using there = await openNode(redis)
  await Promise.all([here, there].map(({ link }) => becomesWhole(link)))
  const end = new AbortController()
  const bell = there.wakeup.listen([INBOX], end.signal)
  await redis.kill()
  await Promise.all([here, there].map(({ link }) => becomesBroken(link)))
  for (let rounds = 0; rounds < 2; rounds++) assert.equal(await within('a slow poll', bell.next()), true)
  await redis.start()
  await Promise.all([here, there].map(({ link }) => becomesWhole(link)))
  assert.equal(await within('the ring after the return', bell.next()), true)
  const other = there.wakeup.listen(['ibx_b'], end.signal)
  here.wakeup.ring(['ibx_b'])
  assert.equal(await within('a ring from the other node', other.next()), true)
  end.abort()
})

test('Redis is not there yet at the start, and comes later', async () => {
  await using redis = new RedisServer(await freePort(), [])
  await using node = await openNode(redis)
  const end = new AbortController()
  const bell = node.wakeup.listen([INBOX], end.signal)
  assert.equal(await within('a slow poll', bell.next()), true)
  assert.equal(node.link.isHere, false)
  assert.match(node.link.trouble, /ECONNREFUSED/)
  await redis.start()
  await becomesWhole(node.link)
  end.abort()
})

test('Redis hangs: that is noticed although every connection stays open', async () => {
  await using redis = await startRedis()
  await using node = await openNode(redis)
  await becomesWhole(node.link)
  redis.freeze()
  await becomesBroken(node.link)
  assert.equal(node.link.isHere, false)
  redis.thaw()
  await becomesWhole(node.link)
})

test('a node that cannot be heard any more makes the others look for themselves', async () => {
  await using redis = await startRedis()
  await using proxy = await TcpProxy.to(redis.port)
  await using cut = await openNode({ url: `redis://127.0.0.1:${proxy.port}` })
  await using whole = await openNode(redis)
  await Promise.all([cut, whole].map(({ link }) => becomesWhole(link)))
  proxy.cut()
  await becomesBroken(whole.link)
  assert.equal(whole.link.isHere, true, 'it has Redis itself')
  const end = new AbortController()
  assert.equal(await within('a slow poll', whole.wakeup.listen([INBOX], end.signal).next()), true)
  proxy.mend()
  await Promise.all([cut, whole].map(({ link }) => becomesWhole(link)))
  end.abort()
})

test('what was rung while Redis was away is told when it is back', async () => {
  await using redis = await startRedis()
  await using proxy = await TcpProxy.to(redis.port)
  await using cut = await openNode({ url: `redis://127.0.0.1:${proxy.port}` })
  await becomesWhole(cut.link)
  proxy.cut()
  await becomesBroken(cut.link)
  cut.wakeup.ring([INBOX])
  // It comes when the other has been cut off already, and hears of nothing that it missed by itself.
  await using late = await openNode(redis)
  await becomesWhole(late.link)
  const end = new AbortController()
  const heard = late.wakeup.listen([INBOX], end.signal).next()
  proxy.mend()
  assert.equal(await within('the ring', heard), true)
  end.abort()
})

test('what a node has rung last is told before it stops', async () => {
  await using redis = await startRedis()
  await using staying = await openNode(redis)
  const leaving = await openNode(redis)
  await Promise.all([staying, leaving].map(({ link }) => becomesWhole(link)))
  const end = new AbortController()
  const heard = [INBOX, 'ibx_b'].map((id) => staying.wakeup.listen([id], end.signal).next())
  leaving.wakeup.ring([INBOX])
  await heard[0]
  leaving.wakeup.ring(['ibx_b'])
  await leaving.link.stop()
  assert.equal(await within('the last ring', heard[1] as Promise<boolean>), true)
  assert.equal(staying.link.isWhole, true, 'it was not found by looking')
  end.abort()
})

test('a node that stops says so, and is not missed', async () => {
  await using redis = await startRedis()
  await using staying = await openNode(redis)
  const leaving = await openNode(redis)
  await Promise.all([staying, leaving].map(({ link }) => becomesWhole(link)))
  await leaving.link.stop()
  await using third = await openNode(redis)
  await becomesWhole(third.link)
  assert.equal(staying.link.isWhole, true)
})
