import { setTimeout as sleep } from 'node:timers/promises'
import { freshAddresses, getMailPath } from './addresses.ts'
import type { Bench } from './bench.ts'
import { HttpGetter } from './http-getter.ts'
import { ImapIdler } from './imap-idler.ts'
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
const OPENED_AT_ONCE = 100

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
  return [start, used, waiting, await measureIdlers(bench), ...(await measureLargeMails(bench))]
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

/** Somebody who waits, and costs memory meanwhile. */
interface Waiter {
  /** Resolves once it waits. */
  readonly ready: Promise<void>
  close(): void
}

async function measureWaiters(bench: Bench, server: MayflyServer): Promise<ResultRow> {
  const errors: unknown[] = []
  const open = (address: string): Waiter => {
    const getter = new HttpGetter(server.httpPort, bench.apiKey)
    getter.get(`${getMailPath(address)}&wait=55`).catch((error: unknown) => errors.push(error))
    return { ready: Promise.resolve(), close: () => getter.close() }
  }
  return measureEach(bench, server, { who: 'an idle waiter', open, errors })
}

/** On a server of its own: it would find room that the waiters have left. */
async function measureIdlers(bench: Bench): Promise<ResultRow> {
  const server = await bench.startMayfly('idle')
  await useABit(bench, server)
  const open = (address: string): Waiter => new ImapIdler(server.imapPort, bench.apiKey, address)
  const row = await measureEach(bench, server, { who: 'an idle IMAP session', open, errors: [] })
  await server.stop()
  bench.dropData('idle')
  return row
}

interface Crowd {
  readonly who: string
  open(address: string): Waiter
  /** Of those that wait already. */
  readonly errors: readonly unknown[]
}

async function measureEach(bench: Bench, server: MayflyServer, { who, open, errors }: Crowd): Promise<ResultRow> {
  const addresses = freshAddresses('idle', bench.settings.waiters)
  await getAll(bench, server.httpPort, addresses)
  const before = await settledBytes(bench, server)
  const waiters: Waiter[] = []
  const openUpTo = async (count: number): Promise<void> => {
    while (waiters.length < count) {
      const more = addresses.slice(waiters.length, Math.min(count, waiters.length + OPENED_AT_ONCE)).map(open)
      waiters.push(...more)
      await Promise.all(more.map(({ ready }) => ready))
    }
  }
  const first = Math.round(addresses.length * FIRST_WAITERS)
  await openUpTo(first)
  const withFirst = await settledBytes(bench, server)
  await openUpTo(addresses.length)
  const withAll = await settledBytes(bench, server)
  const failed = errors.length
  for (const waiter of waiters) waiter.close()
  const each = (withAll - before) / addresses.length / 1_000
  const perFirst = ((withFirst - before) / first / 1_000).toFixed(1)
  const what = `memory of ${who}, ${addresses.length} waiting (${perFirst} KB with the first ${first})`
  const row = boundRow({ what, value: each, unit: 'KB', atMost: 10, digits: 1 })
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
