// What every npm script runs. Plain JavaScript for Node 20 and later, with nothing installed yet: it installs what is
// missing, then runs the target on the Node that the project pins.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureDashboard } from './ensure-dashboard.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { findNode } from './find-node.mjs'
import { ROOT } from './root.mjs'
import { MAYFLYD, SERVER_ENV } from './server-command.mjs'

/** For each npm script the arguments to node; none where it is done once everything is there. */
const TARGETS = {
  build: [],
  serve: [...MAYFLYD, 'serve'],
  dev: ['--watch', '--watch-preserve-output', ...MAYFLYD, 'serve'],
  mayflyd: MAYFLYD,
  mayfly: ['cli/src/mayfly.ts'],
  test: ['scripts/test.mjs'],
  check: ['scripts/check.mjs'],
  format: ['scripts/format.mjs'],
  bench: ['bench/run.ts'],
}

/** Those that serve the dashboard, or look at it. */
const NEED_DASHBOARD = new Set(['build', 'serve', 'dev', 'test'])

/** The child that signals are passed on to, and the first of them. */
let child = null
let stopped = null

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopped ??= signal
    child?.kill(signal)
  })
}

// npm that ends without a word to us (killed, or by a signal that it does not pass on) leaves nothing running.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    stopped ??= 'SIGTERM'
    child?.kill('SIGTERM')
  }, 500)
}

process.exit(await main(process.argv.slice(2)))

async function main([target, ...args]) {
  const command = TARGETS[target]
  if (!command) return fail(`there is no target "${target}". Targets: ${Object.keys(TARGETS).join(', ')}.`)
  const problem = await ensureInstalled(run)
  if (stopped) return exitCode(null, stopped)
  if (problem) return fail(problem)
  const node = findNode()
  if (!node)
    return fail('Mayfly needs Node 24 or later, and the pinned one is not usable here. Install it, or run npm ci.')
  const unbuilt = NEED_DASHBOARD.has(target) ? await ensureDashboard(run, node) : null
  if (stopped) return exitCode(null, stopped)
  if (unbuilt) return fail(unbuilt)
  if (command.length === 0) return 0
  const script = command.find((word) => !word.startsWith('-'))
  if (!existsSync(join(ROOT, script))) return fail(`${script} is not there.`)
  const env = { ...SERVER_ENV, ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? cacheFolder() }
  if (target === 'dev') env.MAYFLY_LOG_FORMAT ??= 'pretty'
  return run(node, [...command, ...args], { env, stdio: 'inherit' })
}

/** Resolves with the exit code. `hear` gets the output where it is piped. */
function run(file, args, options, hear) {
  return new Promise((resolve) => {
    child = spawn(file, args, { cwd: ROOT, ...options })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear)
    child.on('error', (error) => resolve(fail(`${file} cannot be run: ${error.message}`)))
    child.on('close', (code, signal) => {
      child = null
      resolve(exitCode(code, signal))
    })
    // It came while the child was being started.
    if (stopped) child.kill(stopped)
  })
}

function exitCode(code, signal) {
  return signal ? 128 + constants.signals[signal] : code
}

/** Compiled modules are kept, so that the next start is quick. */
function cacheFolder() {
  return join(ROOT, 'node_modules', '.cache', 'mayfly')
}

function fail(message) {
  process.stderr.write(`mayfly: ${message}\n`)
  return 1
}
