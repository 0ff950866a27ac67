import { freshAddresses, type WaitRoute } from './addresses.ts'
import type { Bench } from './bench.ts'
import { BenchProcess } from './bench-process.ts'
import type { LatencyJob, LatencyReport } from './latency.ts'
import { INTAKE_MAIL_BYTES } from './measure-throughput.ts'
import { getAll } from './prepare-sides.ts'
import { boundRow, type ResultRow } from './result-row.ts'
import type { Side } from './side.ts'
import { median } from './statistics.ts'

export const MAILS_PER_SECOND = 500
const WARM_UP_SECONDS = 3
const GROWTH = 0.8

interface WaitKind {
  readonly name: string
  readonly route: WaitRoute
  readonly waiters: number
}

const KINDS: readonly WaitKind[] = [
  { name: 'waiter', route: 'getMail', waiters: 200 },
  { name: 'one of 1,000 on /wait', route: 'wait', waiters: 1_000 },
]

export interface Latencies {
  readonly rows: readonly ResultRow[]
  /** What each round gave, a line for each side. */
  readonly rounds: readonly string[]
}

/** From the sender's 250 to the reader's answer, for each kind of waiting, on each Mayfly in turn. */
export async function measureLatencies(bench: Bench, sides: readonly Side[]): Promise<Latencies> {
  const generator = new BenchProcess('./latency.ts', bench.cleanup)
  const measured: Latencies[] = []
  for (const kind of KINDS) measured.push(await measureKind(bench, generator, sides, kind))
  await generator.stop()
  return { rows: measured.flatMap(({ rows }) => rows), rounds: measured.flatMap(({ rounds }) => rounds) }
}

async function measureKind(
  bench: Bench,
  generator: BenchProcess,
  sides: readonly Side[],
  kind: WaitKind,
): Promise<Latencies> {
  const reports = new Map(sides.map((side) => [side.name, [] as LatencyReport[]]))
  for (let round = 0; round < bench.settings.rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const report = await measureOnce(bench, generator, side, kind, round)
      reports.get(side.name)?.push(report)
      const error = report.firstError ? `: ${report.firstError}` : ''
      bench.say(`  250 → ${kind.name}, ${side.name}: ${describe(report)}${error}`)
    }
  }
  const [empty, full] = [summarise(reports.get('empty')), summarise(reports.get('full'))]
  return {
    rows: [...(empty ? latencyRows(kind, empty) : []), ...(empty && full ? growthRows(kind, empty, full) : [])],
    rounds: [...reports].map(([name, list]) => `- 250 → ${kind.name}, ${name}: ${list.map(describe).join('; ')}`),
  }
}

function describe({ p50, p99, max, samples, late }: LatencyReport): string {
  const times = `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)}, longest ${max.toFixed(1)} ms`
  return `${times} (${samples} mails, ${late} turns behind the pace)`
}

async function measureOnce(
  bench: Bench,
  generator: BenchProcess,
  side: Side,
  { route, waiters }: WaitKind,
  round: number,
): Promise<LatencyReport> {
  const mails = (WARM_UP_SECONDS + bench.settings.latencySeconds) * MAILS_PER_SECOND
  const addresses = freshAddresses(`${route.toLowerCase()}-${round}`, mails)
  await getAll(bench, side.httpPort, addresses)
  return generator.ask<LatencyReport>({
    smtpPort: side.smtpPort,
    httpPort: side.httpPort,
    apiKey: bench.apiKey,
    mailsPerSecond: MAILS_PER_SECOND,
    route,
    waiters,
    addresses,
    warmUpMails: WARM_UP_SECONDS * MAILS_PER_SECOND,
    mailBytes: INTAKE_MAIL_BYTES,
  } satisfies LatencyJob)
}

interface Summary {
  readonly p50: number
  readonly p99: number
  readonly errors: number
}

function summarise(reports: readonly LatencyReport[] | undefined): Summary | null {
  if (!reports || reports.length === 0) return null
  const of = (pick: (report: LatencyReport) => number): number => median(reports.map(pick))
  const errors = reports.reduce((sum, report) => sum + report.errors, 0)
  return { p50: of((report) => report.p50), p99: of((report) => report.p99), errors }
}

function latencyRows({ name }: WaitKind, { p50, p99, errors }: Summary): ResultRow[] {
  const what = `SMTP 250 → ${name}, ${MAILS_PER_SECOND} mails/s${errors > 0 ? ` (${errors} ERRORS)` : ''}`
  return [
    boundRow({ what: `${what}, p50`, value: p50, unit: 'ms', atMost: 2, digits: 2 }),
    boundRow({ what: `${what}, p99`, value: p99, unit: 'ms', atMost: 10, digits: 2 }),
  ]
}

/** Less time is better, so here the empty store is divided by the full one. */
function growthRows(kind: WaitKind, empty: Summary, full: Summary): ResultRow[] {
  return (['p50', 'p99'] as const).map((name) => {
    const ratio = empty[name] / full[name]
    return {
      what: `growth: SMTP 250 → ${kind.name}, ${name}${full.errors > 0 ? ` (${full.errors} ERRORS)` : ''}`,
      bare: `${empty[name].toFixed(2)} ms`,
      mayfly: `${full[name].toFixed(2)} ms`,
      ratio: ratio.toFixed(2),
      target: `≥ ${GROWTH}`,
      met: full.errors === 0 && ratio >= GROWTH,
    }
  })
}
