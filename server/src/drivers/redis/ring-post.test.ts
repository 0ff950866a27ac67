import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRedis } from '../../../test/support/redis-server.ts'
import { TcpProxy } from '../../../test/support/tcp-proxy.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { RingPost } from './ring-post.ts'
import { becomesBroken, becomesWhole, openLink } from './test-nodes.ts'

test('what is rung in one turn goes in one message, and what comes meanwhile in the next', async () => {
  await using redis = await startRedis()
  const [here, there] = await Promise.all([openLink(redis), openLink(redis)])
  await Promise.all([here, there].map(becomesWhole))
  const heard: number[][] = []
  there.watch({ heard: (marks) => heard.push([...marks]), changed: () => undefined })
  const post = new RingPost(here)
  for (let mark = 0; mark < 1_000; mark++) post.add(mark)
  setImmediate(() => {
    for (const mark of [7, 8, 7]) post.add(mark)
  })
  await waitUntil('both have come', () => heard.length === 2)
  assert.deepEqual(
    heard[0],
    Array.from({ length: 1_000 }, (_, mark) => mark),
  )
  assert.deepEqual(heard[1], [7, 8])
  await Promise.all([here, there].map((link) => link.stop()))
})

test('where too much was rung in the dark, the others are told to look after everything', async () => {
  await using redis = await startRedis()
  await using proxy = await TcpProxy.to(redis.port)
  const [here, there] = await Promise.all([openLink({ url: `redis://127.0.0.1:${proxy.port}` }), openLink(redis)])
  await Promise.all([here, there].map(becomesWhole))
  const heard: (readonly number[])[] = []
  there.watch({ heard: (marks) => heard.push(marks), changed: () => undefined })
  const post = new RingPost(here)
  here.watch({ changed: () => post.wake() })
  proxy.cut()
  await becomesBroken(here)
  for (let mark = 0; mark < 100_000; mark++) post.add(mark)
  proxy.mend()
  await waitUntil('it has come', () => heard.length > 0)
  assert.deepEqual(heard, [[]])
  await Promise.all([here, there].map((link) => link.stop()))
})
