import type { Bench } from './bench.ts'
import type { LoadReport } from './load-report.ts'
import { cpuSeconds } from './process-usage.ts'
import type { Side } from './side.ts'
import { median } from './statistics.ts'

export interface Figures {
  /** Of each round. */
  readonly perSecond: number[]
  /** Of each round, in processors. */
  readonly serverCpu: number[]
  readonly generatorCpu: number[]
  errors: number
}

export interface Comparison {
  readonly title: string
  readonly sides: ReadonlyMap<Side['name'], Figures>
}

export interface Load {
  readonly title: string
  readonly unit: string
  readonly pidOf: (side: Side) => number
  readonly run: (side: Side, maxMs: number) => Promise<LoadReport>
}

/** The same load on every side in turn, round after round and there and back, so that no side has the better moment. */
export async function compare(bench: Bench, sides: readonly Side[], load: Load): Promise<Comparison> {
  const { rounds, loadMs } = bench.settings
  const figures = new Map(sides.map((side) => [side.name, noFigures()]))
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      await measure(side, load, loadMs, figures.get(side.name) as Figures)
    }
  }
  const said = sides.map(({ name }) => `${name} ${Math.round(perSecond(figures.get(name)))}`)
  bench.say(`  ${load.title}: ${said.join(', ')} ${load.unit}/s`)
  return { title: load.title, sides: figures }
}

export function perSecond(figures: Figures | undefined): number {
  return median(figures?.perSecond ?? [])
}

async function measure(side: Side, load: Load, maxMs: number, figures: Figures): Promise<void> {
  const before = cpuSeconds(load.pidOf(side))
  const report = await load.run(side, maxMs)
  figures.perSecond.push(report.done / report.seconds)
  figures.serverCpu.push((cpuSeconds(load.pidOf(side)) - before) / report.seconds)
  figures.generatorCpu.push(report.generatorCpu)
  figures.errors += report.errors
  if (report.errors === 0) return
  process.stderr.write(`  ${load.title}, ${side.name}: ${report.errors} errors, the first: ${report.firstError}\n`)
}

function noFigures(): Figures {
  return { perSecond: [], serverCpu: [], generatorCpu: [], errors: 0 }
}
