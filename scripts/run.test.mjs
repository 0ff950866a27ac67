import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from './root.mjs'

const folder = mkdtempSync(join(tmpdir(), 'mayfly-run-'))
after(() => rmSync(folder, { recursive: true }))

/** A checkout with a stand-in for npm, which notes what it was called with, and one for the server. */
function checkout(
  name,
  { npm = 'mkdir -p node_modules && echo "{}" > node_modules/.package-lock.json', server = '' } = {},
) {
  const root = join(folder, name)
  const put = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  put('bin/npm', `#!/bin/sh\necho "$@" >> npm-calls\necho noise\n${npm}\n`)
  chmodSync(join(root, 'bin/npm'), 0o755)
  put('package-lock.json', '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"}}}')
  put('server/src/main/mayflyd.ts', server)
  mkdirSync(join(root, 'scripts'))
  for (const file of readdirSync(join(ROOT, 'scripts')))
    copyFileSync(join(ROOT, 'scripts', file), join(root, 'scripts', file))
  return {
    root,
    calls: () => (existsSync(join(root, 'npm-calls')) ? readFileSync(join(root, 'npm-calls'), 'utf8') : ''),
  }
}

function start(root, ...args) {
  const { npm_execpath: _, npm_node_execpath: __, npm_lifecycle_event: ___, ...env } = process.env
  env.PATH = `${join(root, 'bin')}:${env.PATH}`
  return spawn(process.execPath, [join(root, 'scripts/run.mjs'), ...args], { env })
}

async function finish(child) {
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece) => {
    stdout += piece
  })
  child.stderr.on('data', (piece) => {
    stderr += piece
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

test('installs what is missing, once, and leaves standard output to the command', async () => {
  const { root, calls } = checkout('fresh', { server: 'console.log(process.argv.slice(2).join())' })
  const first = await finish(start(root, 'mayflyd', 'config', '--json'))
  assert.deepEqual([first.code, first.stdout], [0, 'config,--json\n'])
  assert.match(first.stderr, /^Installing /)
  await finish(start(root, 'mayflyd'))
  assert.equal(calls().trim().split('\n').length, 1)
  assert.match(calls(), /^ci /)
})

test('a build installs, and starts nothing', async () => {
  const { root, calls } = checkout('build', { server: 'console.log("started")' })
  const { code, stdout } = await finish(start(root, 'build'))
  assert.deepEqual([code, stdout], [0, ''])
  assert.match(calls(), /^ci /)
})

test('the command line of users is run as that of the server is', async () => {
  const { root } = checkout('mayfly', { server: '' })
  mkdirSync(join(root, 'cli/src'), { recursive: true })
  writeFileSync(join(root, 'cli/src/mayfly.ts'), 'console.log(process.argv.slice(2).join()); process.exit(3)')
  const { code, stdout } = await finish(start(root, 'mayfly', 'code', 'a@mayfly.test'))
  assert.deepEqual([code, stdout], [3, 'code,a@mayfly.test\n'])
})

test('installs again when the lock file has changed', async () => {
  const { root, calls } = checkout('stale')
  await finish(start(root, 'mayflyd'))
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{"":{},"node_modules/a":{"version":"1.0.1"}}}')
  await finish(start(root, 'mayflyd'))
  assert.equal(calls().trim().split('\n').length, 2)
})

test('does not install where somebody has run npm ci', async () => {
  const { root, calls } = checkout('by-hand')
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')
  assert.equal((await finish(start(root, 'mayflyd'))).code, 0)
  assert.equal(calls(), '')
})

test('says so when the install fails', async () => {
  const { root } = checkout('broken', { npm: 'exit 7' })
  const { code, stdout, stderr } = await finish(start(root, 'mayflyd'))
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /noise\nmayfly: npm ci failed.*try again\.\n$/)
})

test('builds the dashboard once, again when a source has changed, and only for who serves it', async () => {
  const { root } = checkout('dashboard', { server: 'console.log("served")' })
  const put = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  // A stand-in for Vite, which notes that it was called.
  put(
    'node_modules/vite/bin/vite.js',
    `const fs = require('node:fs'); console.log('noise'); fs.appendFileSync('builds', process.argv.slice(2).join(' ') + '\\n');
     fs.mkdirSync('dashboard/dist/assets', { recursive: true }); fs.writeFileSync('dashboard/dist/assets/a.js', 'x'.repeat(2000));
     process.exit(fs.existsSync('broken') ? 1 : 0)`,
  )
  put('node_modules/.package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')
  put('dashboard/vite.config.ts', '')
  put('dashboard/src/app.tsx', 'one')
  const builds = () => (existsSync(join(root, 'builds')) ? readFileSync(join(root, 'builds'), 'utf8') : '')
  await finish(start(root, 'mayflyd'))
  assert.equal(builds(), '')
  const first = await finish(start(root, 'serve'))
  assert.deepEqual([first.code, first.stdout], [0, 'served\n'])
  assert.match(first.stderr, /^Building the dashboard/)
  for (const suffix of ['br', 'gz']) assert.ok(existsSync(join(root, `dashboard/dist/assets/a.js.${suffix}`)))
  assert.equal((await finish(start(root, 'serve'))).stderr, '')
  assert.equal(builds(), 'build --logLevel warn dashboard\n')
  put('dashboard/src/app.tsx', 'two')
  await finish(start(root, 'serve'))
  assert.equal(builds().trim().split('\n').length, 2)
  put('dashboard/src/app.tsx', 'three')
  put('broken', '')
  const broken = await finish(start(root, 'serve'))
  assert.deepEqual([broken.code, broken.stdout], [1, ''])
  assert.match(broken.stderr, /noise\nmayfly: the dashboard cannot be built/)
})

test('mirrors the exit code and passes signals on', async () => {
  const exiting = checkout('exiting', { server: 'process.exit(3)' })
  assert.equal((await finish(start(exiting.root, 'mayflyd'))).code, 3)
  const dying = checkout('dying', { server: "process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 9000)" })
  assert.equal((await finish(start(dying.root, 'mayflyd'))).code, 137)
  const server =
    "process.on('SIGTERM', () => { console.log('graceful'); process.exit(0) }); console.log('up'); setInterval(() => {}, 9000)"
  const { root } = checkout('stopping', { server })
  const child = start(root, 'serve')
  child.stdout.on('data', (text) => {
    if (String(text).includes('up')) child.kill('SIGTERM')
  })
  const { code, stdout } = await finish(child)
  assert.deepEqual([code, stdout], [0, 'up\ngraceful\n'])
})

test('an unknown target is a sentence', async () => {
  const { root } = checkout('unknown')
  assert.match((await finish(start(root, 'sevre'))).stderr, /no target "sevre"/)
})
