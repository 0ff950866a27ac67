import { writeFileSync } from 'node:fs'
import { Bench } from './bench.ts'
import { Cleanup } from './cleanup.ts'
import { describeMachine } from './machine.ts'
import { measureDisk } from './measure-disk.ts'
import { type Latencies, measureLatencies } from './measure-latency.ts'
import { measureMemory } from './measure-memory.ts'
import { measureStart } from './measure-start.ts'
import { measureIntake, measurePolls, measureReads, type Throughput } from './measure-throughput.ts'
import { measureWebhooks } from './measure-webhooks.ts'
import { choosePlaces, startBare, startEmpty, startFull } from './prepare-sides.ts'
import type { ResultRow } from './result-row.ts'
import { resultsPage, resultTable } from './results-page.ts'
import { readRunSettings, type Section } from './run-settings.ts'
import { growthRows, roundTable, throughputRows } from './throughput-rows.ts'

interface Served {
  readonly throughputs: readonly Throughput[]
  readonly latencies: Latencies
}

const NO_LATENCIES: Latencies = { rows: [], rounds: [] }

/** Everything that needs the sides beside each other. */
async function measureServing(bench: Bench): Promise<Served> {
  const { sections } = bench.settings
  const places = choosePlaces(bench)
  if (sections.has('growth')) bench.say('Seeding …')
  const full = sections.has('growth') ? await startFull(bench, places) : null
  bench.say('Starting the bare servers and Mayfly …')
  const bare = await startBare(bench)
  const empty = await startEmpty(bench, places)
  const mayflies = [empty, ...(full ? [full] : [])]
  const sides = [bare.side, ...mayflies.map(({ side }) => side)]
  const throughputs: Throughput[] = []
  if (sections.has('poll')) throughputs.push(...(await measurePolls(bench, sides, places)))
  if (sections.has('getmail')) throughputs.push(...(await measureReads(bench, sides, places, bare.http)))
  const latencies = sections.has('latency') ? await measureLatencies(bench, sides.slice(1)) : NO_LATENCIES
  if (sections.has('intake')) throughputs.unshift(...(await measureIntake(bench, sides, places)))
  for (const { side, server } of mayflies) {
    await server.stop()
    bench.dropData(side.name)
  }
  return { throughputs, latencies }
}

async function measureAll(bench: Bench): Promise<{ rows: ResultRow[]; rounds: string }> {
  const { sections } = bench.settings
  const wants = (...names: Section[]): boolean => names.some((name) => sections.has(name))
  const served = wants('intake', 'poll', 'getmail', 'latency') ? await measureServing(bench) : null
  const { throughputs, latencies } = served ?? { throughputs: [], latencies: NO_LATENCIES }
  const rows = [...throughputRows(throughputs), ...latencies.rows, ...growthRows(throughputs)]
  for (const [name, measure] of [
    ['webhooks', measureWebhooks],
    ['memory', measureMemory],
    ['disk', measureDisk],
    ['start', measureStart],
  ] as const) {
    if (!sections.has(name)) continue
    bench.say(`Measuring ${name} …`)
    rows.push(...(await measure(bench)))
  }
  return { rows, rounds: `${roundTable(throughputs)}\n\n${latencies.rounds.join('\n')}` }
}

async function run(cleanup: Cleanup): Promise<void> {
  const begun = performance.now()
  const bench = new Bench(readRunSettings(process.argv.slice(2)), cleanup)
  const machine = describeMachine(bench.folder)
  bench.say(machine.join('\n'))
  const { rows, rounds } = await measureAll(bench)
  const minutes = (performance.now() - begun) / 60_000
  bench.say(`\n${rounds}\n\n${resultTable(rows)}\n\n${minutes.toFixed(1)} minutes.`)
  if (!bench.settings.whole) return bench.say('Not a whole run: RESULTS.md stays as it is.')
  writeFileSync(new URL('RESULTS.md', import.meta.url), resultsPage({ machine, rows, rounds, minutes }))
}

const cleanup = new Cleanup()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await cleanup.run()
    process.exit(130)
  })
}

let exitCode = 0
try {
  await run(cleanup)
} catch (error) {
  // While it stops, whatever was under way fails: that is no news.
  if (!stopping) process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n`)
  exitCode = 1
}
if (!stopping) {
  await cleanup.run()
  process.exit(exitCode)
}
