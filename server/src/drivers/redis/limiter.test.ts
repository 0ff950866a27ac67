import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRedis } from '../../../test/support/redis-server.ts'
import { within } from '../../../test/support/wait-until.ts'
import type { Limiter } from '../../domain/ports.ts'
import { MemoryLimiter } from '../memory/limiter.ts'
import { RedisLimiter } from './limiter.ts'
import { becomesBroken, becomesWhole, openLink } from './test-nodes.ts'

/** No answer is late on a machine that is busy with other tests. */
const PATIENT_MS = 30_000

async function openNode(server: { readonly url: string }, patienceMs?: number) {
  const link = await openLink(server)
  await becomesWhole(link)
  const limiter = new RedisLimiter(link, new MemoryLimiter(), patienceMs)
  return { link, limiter, [Symbol.asyncDispose]: () => link.stop() }
}

async function countAllowed(limiters: readonly Limiter[], key: string, perMinute: number, tries: number) {
  const taken = Array.from({ length: tries }, (_, i) => (limiters[i % limiters.length] as Limiter).take(key, perMinute))
  return (await Promise.all(taken)).filter(({ allowed }) => allowed).length
}

test('counts down, then refuses, in one window for all nodes', async () => {
  await using redis = await startRedis()
  await using here = await openNode(redis, PATIENT_MS)
  await using there = await openNode(redis, PATIENT_MS)
  assert.deepEqual(await here.limiter.take('acc_a', 2), { allowed: true, remaining: 1, resetSeconds: 60 })
  const second = await there.limiter.take('acc_a', 2)
  assert.deepEqual([second.allowed, second.remaining], [true, 0])
  const third = await here.limiter.take('acc_a', 2)
  assert.deepEqual([third.allowed, third.remaining], [false, 0])
  assert.ok(third.resetSeconds >= 1 && third.resetSeconds <= 60, 'a refusal does not lengthen the window')
})

test('is exact over two nodes that count at the same time', async () => {
  await using redis = await startRedis()
  await using here = await openNode(redis, PATIENT_MS)
  await using there = await openNode(redis, PATIENT_MS)
  assert.equal(await countAllowed([here.limiter, there.limiter], 'acc_a', 300, 1_000), 300)
  assert.equal(here.limiter.missed + there.limiter.missed, 0)
})

test('another rate for the same key begins anew, and a rate of none allows none', async () => {
  await using redis = await startRedis()
  await using node = await openNode(redis, PATIENT_MS)
  await node.limiter.take('acc_a', 1)
  assert.equal((await node.limiter.take('acc_a', 1)).allowed, false)
  assert.deepEqual(await node.limiter.take('acc_a', 600), { allowed: true, remaining: 599, resetSeconds: 60 })
  assert.equal((await node.limiter.take('acc_a', 0)).allowed, false)
})

test('without Redis each node counts for itself, and exactly again when it is back', async () => {
  await using redis = await startRedis()
  await using here = await openNode(redis, PATIENT_MS)
  await using there = await openNode(redis, PATIENT_MS)
  await redis.kill()
  await Promise.all([here, there].map(({ link }) => becomesBroken(link)))
  assert.equal(await countAllowed([here.limiter], 'acc_a', 10, 20), 10)
  assert.equal(await countAllowed([there.limiter], 'acc_a', 10, 20), 10)
  await redis.start()
  await Promise.all([here, there].map(({ link }) => becomesWhole(link)))
  assert.equal(await countAllowed([here.limiter, there.limiter], 'acc_b', 10, 40), 10)
})

test('nobody waits for a Redis that hangs', async () => {
  await using redis = await startRedis()
  await using node = await openNode(redis)
  redis.freeze()
  const counted = await within('an answer all the same', node.limiter.take('acc_a', 10))
  assert.deepEqual([counted.allowed, counted.remaining], [true, 9])
  assert.equal(node.limiter.missed, 1)
})
