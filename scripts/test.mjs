// Runs every test: `npm test`, or some of its parts: `npm test -- unit`.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { constants } from 'node:os'
import { isCi } from './ci.mjs'
import { ROOT } from './root.mjs'
import { installTools, missingTools } from './system-tools.mjs'
import { DEBIAN_PACKAGES, PARTS } from './test-parts.mjs'

const children = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
    process.exitCode = 128 + constants.signals[signal]
  })
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}. Parts: ${PARTS.map((part) => part.name).join(', ')}.\n`)
  process.exit(2)
}
const parts = PARTS.filter((part) => chosen.length === 0 || chosen.includes(part.name))
installTools(missingTools(parts.flatMap((part) => part.needs)), DEBIAN_PACKAGES)

const [beside, first] = [true, false].map((isBeside) => parts.filter((part) => Boolean(part.beside) === isBeside))
const done = new Map()
await Promise.all([runAll(first), runAll(beside)])
const results = parts.flatMap(({ name }) => done.get(name) ?? [])
summarise(results)
const bad = results.some(({ state }) => state === 'failed' || (state === 'NOT RUN' && isCi))
process.exit(process.exitCode || (bad ? 1 : 0))

async function runAll(parts) {
  for (const part of parts) {
    if (process.exitCode) return
    done.set(part.name, await runPart(part))
  }
}

async function runPart({ name, needs, files, command, beside = false }) {
  const missing = missingTools(needs)
  if (missing.length > 0) return { name, state: 'NOT RUN', note: `needs ${missing.join(', ')}` }
  if (files && globSync(files, { cwd: ROOT }).length === 0) return { name, state: 'failed', note: `no ${files}` }
  if (!beside) process.stdout.write(`\n== ${name}\n`)
  const start = performance.now()
  const { code, output } = await run(command, beside)
  if (beside) process.stdout.write(`\n== ${name}\n${output}`)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  return { name, state: code === 0 ? 'passed' : 'failed', note: `${seconds} s` }
}

/** What runs beside another is heard when it has ended, so that the two do not mix. */
function run([file, ...args], beside) {
  return new Promise((resolve) => {
    const pieces = []
    const child = spawn(file, args, { cwd: ROOT, stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    children.add(child)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => pieces.push(piece))
    child.on('error', (error) => {
      children.delete(child)
      process.stderr.write(`${file} cannot be run: ${error.message}\n`)
      resolve({ code: 1, output: '' })
    })
    child.on('close', (code) => {
      children.delete(child)
      resolve({ code: code ?? 1, output: Buffer.concat(pieces).toString() })
    })
  })
}

function summarise(results) {
  const width = Math.max(...results.map(({ name }) => name.length))
  const lines = results.map(({ name, state, note }) => `${name.padEnd(width)}  ${state} (${note})`)
  process.stdout.write(`\n== summary\n${lines.join('\n')}\n`)
  const skipped = results.filter(({ state }) => state === 'NOT RUN')
  if (skipped.length === 0) return
  const verdict = isCi ? 'With CI=true that is a failure.' : 'Install what they need, and run npm test again.'
  process.stdout.write(`\n!! NOT RUN: ${skipped.map(({ name, note }) => `${name} (${note})`).join(', ')}. ${verdict}\n`)
}
