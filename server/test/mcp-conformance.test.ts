import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { openScene } from '../src/fronts/http/test-mail.ts'
import { answerCall } from '../src/fronts/mcp/answer-call.ts'
import type { McpCall } from '../src/fronts/mcp/mcp-call.ts'
import { OpenCalls } from '../src/fronts/mcp/open-calls.ts'
import { Folder } from './support/folder.ts'
import { startKeyProxy } from './support/key-proxy.ts'
import { createFixtureServer } from './support/mcp-fixtures.ts'
import { type RunningServer, startServer } from './support/running-server.ts'

const run = promisify(execFile)
const MANIFEST = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')
const SUITE = join(dirname(MANIFEST), 'dist', 'index.js')
const BASELINE = join(import.meta.dirname, 'mcp-conformance.yml')
const PATIENCE_MS = 120_000

let server: RunningServer
before(async () => {
  server = await startServer()
})
after(() => server[Symbol.asyncDispose]())

/** The official suite against this address fails where it does. It leaves its results in a folder, which goes with the test. */
async function runSuite(url: string, ...args: readonly string[]): Promise<void> {
  using folder = new Folder()
  const all = [SUITE, 'server', '--url', `${url}/mcp`, '-o', folder.path, ...args]
  await run(process.execPath, all, { timeout: PATIENCE_MS }).catch(({ stdout, stderr }) => assert.fail(stdout + stderr))
}

for (const scenario of [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
]) {
  test(`Mayfly itself passes ${scenario}`, async () => {
    await using proxy = await startKeyProxy(server.httpUrl, server.key)
    await runSuite(proxy.url, '--scenario', scenario)
  })
}

test('with fixtures on the same stack every scenario passes that applies to a server of tools', async (t) => {
  const open = new OpenCalls()
  const answer = (call: McpCall) =>
    answerCall({ mail: scene.mail, log: scene.log.logger, open, makeServer: createFixtureServer }, call)
  const scene = await openScene(t, { plan: 'team', front: { mcp: { answer } } })
  await using proxy = await startKeyProxy(scene.url, scene.key)
  await runSuite(proxy.url, '--suite', 'all', '--expected-failures', BASELINE)
})
