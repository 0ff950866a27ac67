import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freshAddresses, getMailPath, spreadAddresses } from './addresses.ts'
import type { Bench } from './bench.ts'
import { BenchProcess } from './bench-process.ts'
import type { HttpJob } from './http-load.ts'
import type { LoadReport } from './load-report.ts'
import type { MayflyServer } from './mayfly-server.ts'
import { ROOT } from './root.ts'
import type { Side } from './side.ts'
import type { SmtpJob } from './smtp-load.ts'

/** Where mail goes, and what is read: never the same, so that what is read stays as it is. */
export interface Places {
  readonly intake: readonly string[]
  readonly reading: readonly string[]
  readonly polling: readonly string[]
}

export const INTAKE_ADDRESSES = 1_000
export const READ_ADDRESSES = 1_000
export const POLL_ADDRESSES = 100
export const READ_MAILS = 10
export const READ_MAIL_BYTES = 4_096

export function choosePlaces({ settings }: Bench): Places {
  return {
    intake: spreadAddresses(INTAKE_ADDRESSES, settings.inboxes, 0),
    reading: spreadAddresses(READ_ADDRESSES, settings.inboxes, 1),
    polling: freshAddresses('poll', POLL_ADDRESSES),
  }
}

export async function startBare(bench: Bench): Promise<{ side: Side; http: BenchProcess }> {
  const smtp = new BenchProcess('./baseline-smtp.ts', bench.cleanup)
  const http = new BenchProcess('./baseline-http.ts', bench.cleanup)
  const { port: smtpPort } = await smtp.ask<{ port: number }>({})
  const { port: httpPort } = await http.ask<{ port: number }>({ body: '[]' })
  return { side: { name: 'bare', smtpPort, httpPort, smtpPid: smtp.pid, httpPid: http.pid }, http }
}

/** An empty store, but for the inboxes of the load and ten mails in each that will be read. */
export async function startEmpty(bench: Bench, places: Places): Promise<{ side: Side; server: MayflyServer }> {
  const server = await bench.startMayfly('empty')
  await getAll(bench, server.httpPort, [...places.intake, ...places.reading, ...places.polling])
  await sendAll(bench, server.smtpPort, { addresses: places.reading, maxMails: READ_ADDRESSES * READ_MAILS })
  await getAll(bench, server.httpPort, places.reading)
  return { side: sideOf('empty', server), server }
}

/** The same with the seed in it. */
export async function startFull(bench: Bench, places: Places): Promise<{ side: Side; server: MayflyServer }> {
  const { messages, inboxes } = bench.settings
  const options = {
    'data-dir': bench.dataDir('full'),
    key: bench.apiKey,
    messages,
    inboxes,
    'mail-bytes': READ_MAIL_BYTES,
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const seed = spawn(process.execPath, [join(ROOT, 'bench/seed.ts'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  bench.cleanup.add(async () => void seed.kill('SIGKILL'))
  const [code] = await once(seed, 'exit')
  if (code !== 0) throw new Error(`The seed ended with ${code}.`)
  const server = await bench.startMayfly('full')
  await getAll(bench, server.httpPort, [...places.reading, ...places.polling])
  return { side: sideOf('full', server), server }
}

function sideOf(name: 'empty' | 'full', { httpPort, smtpPort, pid }: MayflyServer): Side {
  return { name, httpPort, smtpPort, smtpPid: pid, httpPid: pid }
}

/** Asks once for each, which claims it and makes its mail readable. */
export async function getAll(bench: Bench, port: number, addresses: readonly string[]): Promise<LoadReport> {
  const paths = addresses.map(getMailPath)
  const job: HttpJob = {
    port,
    apiKey: bench.apiKey,
    connections: 20,
    paths,
    minBytes: 2,
    maxRequests: paths.length,
    maxMs: 120_000,
  }
  return requireAll(await bench.httpLoad.ask<LoadReport>(job), paths.length)
}

/** Sends so many mails, in turn to each address. */
export async function sendAll(
  bench: Bench,
  port: number,
  wish: Pick<SmtpJob, 'addresses' | 'maxMails'> & Partial<SmtpJob>,
): Promise<LoadReport> {
  const rest = {
    port,
    connections: 20,
    mailsPerConnection: 1_000,
    pipelining: true,
    mailBytes: READ_MAIL_BYTES,
    maxMs: 120_000,
  }
  return requireAll(await bench.smtpLoad.ask<LoadReport>({ ...rest, ...wish }), wish.maxMails)
}

function requireAll(report: LoadReport, wanted: number): LoadReport {
  if (report.done === wanted) return report
  throw new Error(`Only ${report.done} of ${wanted} were done. The first error: ${report.firstError}`)
}
