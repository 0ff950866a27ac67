import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Folder } from './support/folder.ts'
import { finished, launch } from './support/mayflyd-command.ts'
import { startServer } from './support/running-server.ts'

const CLI = fileURLToPath(new URL('../../cli', import.meta.url))

/** npm on the Node of this test, in this folder, without the network. */
async function npm(folder: string, ...args: string[]): Promise<string> {
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, npm_config_cache: `${folder}/.npm` }
  const { code, stdout, stderr } = await finished(launch('npm', ['--prefix', folder, '--offline', ...args], env))
  assert.equal(code, 0, stderr)
  return stdout
}

test('packed, and installed in an empty folder, it works, and brings nothing else along', async (context) => {
  using folder = new Folder()
  await using server = await startServer()
  const packed = await finished(launch('npm', ['pack', '--json', '--pack-destination', folder.path, CLI]))
  assert.equal(packed.code, 0, packed.stderr)
  const [{ filename, files }] = JSON.parse(packed.stdout)
  assert.deepEqual(files.map(({ path }: { path: string }) => path).sort(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/commander.LICENSE',
    'dist/mayfly.mjs',
    'dist/serve-mcp.mjs',
    'dist/server.LICENSE',
    'dist/zod.LICENSE',
    'package.json',
  ])
  writeFileSync(folder.join('package.json'), '{"private":true}')
  await npm(folder.path, 'install', '--no-audit', '--no-fund', folder.join(filename))
  assert.deepEqual(
    readdirSync(folder.join('node_modules')).filter((name) => !name.startsWith('.')),
    ['@mayfly'],
  )
  const env = { MAYFLY_URL: server.httpUrl, MAYFLY_API_KEY: server.key, XDG_CONFIG_HOME: folder.path }
  const mayfly = (...args: string[]) => finished(launch(folder.join('node_modules/.bin/mayfly'), args, env))
  assert.equal((await mayfly('inbox', 'new', 'packed@mayfly.test')).stdout, 'packed@mayfly.test\n')
  assert.equal((await mayfly('send', 'packed@mayfly.test')).code, 0)
  assert.match((await mayfly('code', 'packed@mayfly.test')).stdout, /^\d{6}\n$/)
  const run = await finished(launch('npx', ['--prefix', folder.path, '--offline', 'mayfly', 'whoami', '--json'], env))
  assert.equal(JSON.parse(run.stdout).account.plan, 'team')

  const times: number[] = []
  for (let tries = 0; tries < 5; tries++) {
    const start = performance.now()
    await mayfly('--version')
    times.push(performance.now() - start)
  }
  context.diagnostic(`mayfly --version: ${Math.round(Math.min(...times))} ms at best`)
})
