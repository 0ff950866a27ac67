import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startServer } from '../../../server/test/support/running-server.ts'
import { waitUntil } from '../../../server/test/support/wait-until.ts'
import { Mayfly } from '../src/index.ts'

const WAITS = 200
const MIB = 1024 ** 2

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Timers and the like that keep something going. Sockets are counted on their own: a pool keeps them for a while. */
function openHandles(): string[] {
  const passing = ['TCPSocketWrap', 'PipeWrap', 'TTYWrap', 'Immediate']
  return process.getActiveResourcesInfo().filter((name) => !passing.includes(name))
}

function sockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
}

test('200 waits at once on one client: one pool, and nothing is left behind', async () => {
  await using server = await startServer()
  const mayfly = new Mayfly({ url: server.httpUrl, apiKey: server.key })
  const { signal } = new AbortController()
  const addresses = Array.from({ length: WAITS }, (_, at) => `waiter-${at}@mayfly.test`)

  async function round(number: number): Promise<void> {
    const after = new Map<string, string>()
    await Promise.all(
      addresses.map(async (address) => after.set(address, (await mayfly.inboxes.create({ address })).cursor)),
    )
    const codes = addresses.map((address) =>
      mayfly.code(address, { after: after.get(address), timeout: 50_000, signal }),
    )
    await waitUntil('all of them wait', async () => (await mayfly.account()).usage.openWaits === WAITS)
    for (const [at, address] of addresses.entries()) {
      await mayfly.inject(
        address,
        `From: a@example.com\r\nSubject: code\r\n\r\nYour code is ${number}00${100 + at}\r\n`,
      )
    }
    assert.deepEqual(
      await Promise.all(codes),
      addresses.map((_, at) => `${number}00${100 + at}`),
    )
  }

  const handlesBefore = openHandles()
  await round(1)
  const [heap, pool] = [heapUsed(), sockets()]
  assert.ok(pool <= WAITS + 10, `${pool} sockets`)
  for (const number of [2, 3, 4]) await round(number)
  assert.deepEqual(openHandles(), handlesBefore)
  assert.ok(sockets() <= pool + 10, `${pool} sockets became ${sockets()}`)
  const grown = (heapUsed() - heap) / MIB
  assert.ok(grown < 5, `${grown} MiB more after ${3 * WAITS} waits`)
})
