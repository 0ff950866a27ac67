// Runs every test: `npm test`, or some of its parts: `npm test -- unit`.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { constants } from 'node:os'
import { isCi } from './ci.mjs'
import { ROOT } from './root.mjs'
import { installTools, missingTools } from './system-tools.mjs'
import { DEBIAN_PACKAGES, PARTS } from './test-parts.mjs'

let child = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    child?.kill(signal)
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

const results = []
for (const part of parts) {
  if (process.exitCode) break
  results.push(await runPart(part))
}
summarise(results)
const bad = results.some(({ state }) => state === 'failed' || (state === 'NOT RUN' && isCi))
process.exit(process.exitCode || (bad ? 1 : 0))

async function runPart({ name, needs, files, command }) {
  const missing = missingTools(needs)
  if (missing.length > 0) return { name, state: 'NOT RUN', note: `needs ${missing.join(', ')}` }
  if (files && globSync(files, { cwd: ROOT }).length === 0) return { name, state: 'failed', note: `no ${files}` }
  process.stdout.write(`\n== ${name}\n`)
  const start = performance.now()
  const code = await run(command)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  return { name, state: code === 0 ? 'passed' : 'failed', note: `${seconds} s` }
}

function run([file, ...args]) {
  return new Promise((resolve) => {
    child = spawn(file, args, { cwd: ROOT, stdio: 'inherit' })
    child.on('error', (error) => {
      process.stderr.write(`${file} cannot be run: ${error.message}\n`)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
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
