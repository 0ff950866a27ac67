import { setTimeout as sleep } from 'node:timers/promises'
import { freshAddresses, getMailPath } from './addresses.ts'
import type { Bench } from './bench.ts'
import { HttpGetter } from './http-getter.ts'
import { LARGE_MAIL_BYTES, largeMails } from './large-mail.ts'
import type { MayflyServer } from './mayfly-server.ts'
import { getAll, sendAll } from './prepare-sides.ts'
import { peakBytes, resetPeak, residentBytes } from './process-usage.ts'
import { boundRow, type ResultRow } from './result-row.ts'
import { SmtpSender } from './smtp-sender.ts'
import { median } from './statistics.ts'

const MB = 1_000_000
const SAMPLE_MS = 100
const FIRST_WAITERS = 0.2

export async function measureMemory(bench: Bench): Promise<ResultRow[]> {
  const server = await bench.startMayfly('memory')
  const atStart = await settledBytes(bench, server)
  const start = boundRow({ what: 'memory after start', value: atStart / MB, unit: 'MB', atMost: 150, digits: 1 })
  await useABit(bench, server)
  const inUse = await settledBytes(bench, server)
  const used: ResultRow = {
    what: 'memory after 1,000 mails taken and read',
    bare: '–',
    mayfly: `${(inUse / MB).toFixed(1)} MB`,
    ratio: '–',
    target: '–',
    met: null,
  }
  const waiting = await measureWaiters(bench, server)
  await server.stop()
  bench.dropData('memory')
  return [start, used, waiting, ...(await measureLargeMails(bench))]
}

/** So that what every server needs sooner or later, such as the threads that parse, is there already. */
async function useABit(bench: Bench, server: MayflyServer): Promise<void> {
  const addresses = freshAddresses('small', 100)
  await getAll(bench, server.httpPort, addresses)
  await sendAll(bench, server.smtpPort, { addresses, maxMails: 1_000 })
  await getAll(bench, server.httpPort, addresses)
}

/** Nothing forces a collection of garbage, so the middle of a few seconds is taken. */
async function settledBytes({ settings }: Bench, server: MayflyServer): Promise<number> {
  await sleep(1_000)
  const samples: number[] = []
  for (let i = 0; i < settings.samples; i++) {
    samples.push(residentBytes(server.pid))
    await sleep(SAMPLE_MS)
  }
  return median(samples)
}

async function measureWaiters(bench: Bench, server: MayflyServer): Promise<ResultRow> {
  const addresses = freshAddresses('idle', bench.settings.waiters)
  await getAll(bench, server.httpPort, addresses)
  const before = await settledBytes(bench, server)
  const getters: HttpGetter[] = []
  const errors: unknown[] = []
  const open = (count: number): void => {
    for (const address of addresses.slice(getters.length, count)) {
      const getter = new HttpGetter(server.httpPort, bench.apiKey)
      getter.get(`${getMailPath(address)}&wait=55`).catch((error: unknown) => errors.push(error))
      getters.push(getter)
    }
  }
  const first = Math.round(addresses.length * FIRST_WAITERS)
  open(first)
  const withFirst = await settledBytes(bench, server)
  open(addresses.length)
  const withAll = await settledBytes(bench, server)
  const failed = errors.length
  for (const getter of getters) getter.close()
  const perWaiter = (withAll - before) / addresses.length / 1_000
  const perFirst = ((withFirst - before) / first / 1_000).toFixed(1)
  const what = `memory of an idle waiter, ${addresses.length} waiting (${perFirst} KB with the first ${first})`
  const row = boundRow({ what, value: perWaiter, unit: 'KB', atMost: 10, digits: 1 })
  return failed > 0 ? { ...row, what: `${what} (${failed} ERRORS: ${errors[0]})`, met: false } : row
}

/** Each on a server of its own: what the one leaves behind would hide the need of the other. */
async function measureLargeMails(bench: Bench): Promise<ResultRow[]> {
  const rows: ResultRow[] = []
  for (const { name, wire } of largeMails()) {
    const server = await bench.startMayfly('large')
    await useABit(bench, server)
    const growth = await growthWhile(bench, server, () => sendAndRead(bench, server, wire))
    await server.stop()
    bench.dropData('large')
    const what = `memory for a 25 MB mail, ${name}, sent and read (${Math.round(growth / MB)} MB)`
    rows.push(boundRow({ what, value: growth / LARGE_MAIL_BYTES, unit: '× its size', atMost: 4, digits: 2 }))
  }
  return rows
}

async function growthWhile(bench: Bench, server: MayflyServer, work: () => Promise<void>): Promise<number> {
  const before = await settledBytes(bench, server)
  resetPeak(server.pid)
  await work()
  return peakBytes(server.pid) - before
}

async function sendAndRead(bench: Bench, server: MayflyServer, wire: Buffer): Promise<void> {
  const address = 'large@mayfly.test'
  await getAll(bench, server.httpPort, [address])
  const sender = new SmtpSender(server.smtpPort)
  await sender.open()
  await sender.send(address, wire)
  await sender.quit()
  const { bytes } = await getAll(bench, server.httpPort, [address])
  if (bytes < 100) throw new Error('The large mail was not there to be read.')
  // What is kept of it is written after the answer.
  await sleep(2_000)
}
