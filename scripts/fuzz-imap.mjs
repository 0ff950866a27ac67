// Gives the IMAP server a great many spoilt commands: node scripts/fuzz-imap.mjs [--runs 1000000] [--seed 1]
// It fails on a crash, on an input that takes more than 50 ms of the processor's time, and on memory that grows.
import { parseArgs } from 'node:util'
import { fuzzCommands, fuzzSessions } from '../server/src/protocols/imap/fuzz-commands.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: `${Date.now() % 2 ** 31}` },
  },
})
const [runs, seed] = [Number(values.runs), Number(values.seed)]
const ROUND = 20_000
const SLOW_MS = 50
const MEMORY = 512 * 1024 * 1024

console.log(`${runs} inputs, seed ${seed}`)
let slowest = { slowestMs: 0, slowest: '' }
let [commands, good, memory] = [0, 0, 0]
for (let done = 0, round = 0; done < runs; done += ROUND, round += 1) {
  const report = await fuzzCommands(Math.min(ROUND, runs - done), seed + round)
  await fuzzSessions(ROUND / 50, seed + round)
  commands += report.commands
  good += report.good
  memory = Math.max(memory, process.memoryUsage().rss)
  if (report.slowestMs > slowest.slowestMs) slowest = report
}
console.log(`${commands} commands, ${good} of them good`)
console.log(`slowest: ${slowest.slowestMs.toFixed(1)} ms for ${JSON.stringify(slowest.slowest.slice(0, 200))}`)
console.log(`memory: ${Math.round(memory / 1024 / 1024)} MiB at most`)
if (slowest.slowestMs > SLOW_MS || memory > MEMORY) {
  console.error(`More than ${SLOW_MS} ms or ${MEMORY / 1024 / 1024} MiB.`)
  process.exit(1)
}
