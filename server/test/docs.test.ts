import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startServer } from './support/running-server.ts'

const run = promisify(execFile)

const EXAMPLE = /<section aria-labelledby="(\w+)">[\s\S]*?<h4>Example<\/h4>\s*<pre[^>]*><code>([\s\S]*?)<\/code>/g
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** By operation, as a browser would copy them. */
function examplesOn(html: string): [id: string, example: string][] {
  return [...html.matchAll(EXAMPLE)].map(([, id = '', shown = '']) => [
    id,
    shown.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity),
  ])
}

test('every example on /docs works as printed', async () => {
  await using server = await startServer()
  const examples = examplesOn(await (await fetch(`${server.httpUrl}/docs`)).text())
  assert.ok(examples.length > 20)
  const env = { PATH: process.env['PATH'], MAYFLY_API_KEY: server.key }
  for (const [id, example] of examples) {
    // Each in a shell of its own. With -f, curl fails on every status from 400 up.
    const { stdout } = await run('sh', ['-c', example], { env }).catch((error) => assert.fail(`${id}: ${error}`))
    if (id === 'followEvents') assert.match(stdout, /^retry: 2000\nid: /)
    if (id === 'waitForMessage') assert.equal(JSON.parse(stdout).status, 'received')
    if (id === 'getAttachment') assert.equal(stdout, '1,2,3\r\n')
  }
  const metrics = await (await fetch(`${server.httpUrl}/metrics`)).text()
  const answered = metrics.match(/^mayfly_http_requests_total\{.*$/gm) ?? []
  assert.ok(answered.length > 10)
  assert.deepEqual(
    answered.filter((line) => !/status="20[0124]"/.test(line)),
    [],
  )
})
