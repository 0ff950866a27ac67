import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { boundRow, type ResultRow } from './result-row.ts'
import { median } from './statistics.ts'

const LOOK_EVERY_MS = 5
const PATIENCE_MS = 30_000

/** From the start of the process to 200 from /readyz: on no data, and again on what the first start made. */
export async function measureStart(bench: Bench): Promise<ResultRow[]> {
  const [first, second]: [number[], number[]] = [[], []]
  for (let n = 0; n < bench.settings.starts; n++) {
    first.push(await startOnce(bench, `start-${n}`))
    second.push(await startOnce(bench, `start-${n}`))
    bench.dropData(`start-${n}`)
  }
  const row = (what: string, times: readonly number[]): ResultRow =>
    boundRow({ what, value: median(times) / 1000, unit: 's', atMost: 1, digits: 2 })
  return [row('start to ready, empty data folder', first), row('start to ready, second start', second)]
}

async function startOnce(bench: Bench, name: string): Promise<number> {
  const port = await freePort()
  const begun = performance.now()
  const server = bench.spawnMayfly(name, port)
  while (performance.now() - begun < PATIENCE_MS) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) break
    await sleep(LOOK_EVERY_MS)
  }
  const taken = performance.now() - begun
  await server.ready()
  await server.stop()
  return taken
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
