import { getMailPath } from './addresses.ts'
import type { Bench } from './bench.ts'
import type { BenchProcess } from './bench-process.ts'
import { type Comparison, compare, type Load } from './compare.ts'
import type { HttpJob } from './http-load.ts'
import type { LoadReport } from './load-report.ts'
import type { Places } from './prepare-sides.ts'
import type { Side } from './side.ts'
import type { SmtpJob } from './smtp-load.ts'

export const SMTP_CONNECTIONS = 20
/** Then a new one, as mailers do; also, a server may bound the commands of one connection. */
export const MAILS_PER_CONNECTION = 1_000
export const INTAKE_MAIL_BYTES = 3_700
export const HTTP_CONNECTIONS = 40
const FEW_INBOXES = 10
/** Never reached in the time there is. */
const NO_LIMIT = 10_000_000

/** Title, mails per connection, pipelining, target. */
const INTAKES = [
  ['SMTP intake, one mail per connection', 1, true, 0.7],
  ['SMTP intake, kept connections', MAILS_PER_CONNECTION, true, 0.6],
  ['SMTP intake, one mail per connection, no pipelining', 1, false, 0.7],
  ['SMTP intake, kept connections, no pipelining', MAILS_PER_CONNECTION, false, 0.6],
] as const

export interface Throughput {
  readonly comparison: Comparison
  readonly unit: string
  readonly target: number
}

export async function measureIntake(bench: Bench, sides: readonly Side[], places: Places): Promise<Throughput[]> {
  const results: Throughput[] = []
  for (const [title, mailsPerConnection, pipelining, target] of INTAKES) {
    const job = {
      connections: SMTP_CONNECTIONS,
      mailsPerConnection,
      pipelining,
      addresses: places.intake,
      mailBytes: INTAKE_MAIL_BYTES,
    }
    const send = (side: Side, maxMails: number, maxMs: number): Promise<LoadReport> =>
      bench.smtpLoad.ask({ ...job, port: side.smtpPort, maxMails, maxMs } satisfies SmtpJob)
    for (const side of sides) await send(side, bench.settings.warmUpMails, 10_000)
    const load: Load = {
      title,
      unit: 'mails',
      pidOf: (side) => side.smtpPid,
      run: (side, maxMs) => send(side, NO_LIMIT, maxMs),
    }
    results.push({ comparison: await compare(bench, sides, load), unit: 'mails/s', target })
  }
  return results
}

export async function measurePolls(bench: Bench, sides: readonly Side[], places: Places): Promise<Throughput[]> {
  const paths = places.polling.map(getMailPath)
  return [
    await measureGets(bench, sides, { title: 'getMail poll, one empty inbox', paths: paths.slice(0, 1), target: 0.7 }),
    await measureGets(bench, sides, { title: `getMail poll over ${paths.length} empty inboxes`, paths, target: 0.7 }),
  ]
}

/** The bare server sends the bytes of Mayfly's own answer. */
export async function measureReads(
  bench: Bench,
  sides: readonly Side[],
  places: Places,
  bareHttp: BenchProcess,
): Promise<Throughput[]> {
  const paths = places.reading.map(getMailPath)
  const mayfly = sides.find((side) => side.name !== 'bare') as Side
  const answer = await fetch(`http://127.0.0.1:${mayfly.httpPort}${paths[0]}`, {
    headers: { 'X-API-KEY': bench.apiKey },
  })
  const body = await answer.text()
  await bareHttp.ask({ body })
  const minBytes = body.length / 2
  const few = paths.slice(0, FEW_INBOXES)
  return [
    await measureGets(bench, sides, {
      title: `getMail of 10, ${few.length} inboxes`,
      paths: few,
      minBytes,
      target: 0.4,
    }),
    await measureGets(bench, sides, {
      title: `getMail of 10 over ${paths.length} inboxes`,
      paths,
      minBytes,
      target: 0.4,
    }),
  ]
}

interface Gets {
  readonly title: string
  readonly paths: readonly string[]
  readonly minBytes?: number
  readonly target: number
}

async function measureGets(
  bench: Bench,
  sides: readonly Side[],
  { title, paths, minBytes = 2, target }: Gets,
): Promise<Throughput> {
  const job = { apiKey: bench.apiKey, connections: HTTP_CONNECTIONS, paths, minBytes, maxRequests: NO_LIMIT }
  const get = (side: Side, maxMs: number): Promise<LoadReport> =>
    bench.httpLoad.ask({ ...job, port: side.httpPort, maxMs } satisfies HttpJob)
  for (const side of sides) await get(side, bench.settings.loadMs / 2)
  const load: Load = { title, unit: 'requests', pidOf: (side) => side.httpPid, run: get }
  return { comparison: await compare(bench, sides, load), unit: 'req/s', target }
}
