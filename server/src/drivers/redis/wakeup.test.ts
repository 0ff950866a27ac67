import { after, before } from 'node:test'
import { type RedisServer, startRedis } from '../../../test/support/redis-server.ts'
import { wakeupContract } from '../contract/wakeup-contract.ts'
import { becomesWhole, openLink } from './test-nodes.ts'
import { RedisWakeup } from './wakeup.ts'

let redis: RedisServer
before(async () => {
  redis = await startRedis()
})
after(() => redis[Symbol.asyncDispose]())

wakeupContract('redis', async () => {
  const links = await Promise.all([openLink(redis), openLink(redis)])
  const [here, there] = links.map((link) => new RedisWakeup(link)) as [RedisWakeup, RedisWakeup]
  await Promise.all(links.map(becomesWhole))
  return {
    here,
    there,
    done: async () => {
      await Promise.all(links.map((link) => link.stop()))
    },
  }
})
