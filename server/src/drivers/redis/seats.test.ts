import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type RedisServer, startRedis } from '../../../test/support/redis-server.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { seatsContract } from '../contract/seats-contract.ts'
import { RedisSeats } from './seats.ts'
import { becomesBroken, becomesWhole, openLink } from './test-nodes.ts'

/** No answer is late on a machine that is busy with other tests. */
const PATIENT_MS = 30_000

let redis: RedisServer
before(async () => {
  redis = await startRedis()
})
after(() => redis[Symbol.asyncDispose]())

async function openNodes() {
  const links = await Promise.all([openLink(redis), openLink(redis)])
  await Promise.all(links.map(becomesWhole))
  await links[0]?.commands.flushdb()
  const [here, there] = links.map((link) => new RedisSeats(link, PATIENT_MS)) as [RedisSeats, RedisSeats]
  const done = async (): Promise<void> => {
    await Promise.all(links.map((link) => link.stop()))
  }
  return { here, there, links, done }
}

seatsContract('redis', openNodes)

test('without Redis each node counts its own, and tells of them when it is back', async () => {
  const { here, there, links, done } = await openNodes()
  await redis.kill()
  await Promise.all(links.map(becomesBroken))
  assert.ok(await here.take('acc_a', 1))
  assert.equal(await here.take('acc_a', 1), null)
  assert.ok(await there.take('acc_a', 1))
  await redis.start()
  await Promise.all(links.map(becomesWhole))
  await waitUntil('both are told of', async () => (await here.taken('acc_a')) === 2)
  assert.equal(await there.take('acc_a', 2), null)
  await done()
})
