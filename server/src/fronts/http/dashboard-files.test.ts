import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { assertProblem, openScene, type Scene } from './test-mail.ts'

const PAGE = '<!doctype html><title>Mayfly</title>'
const SCRIPT = 'console.log("the dashboard")'
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

function openWith(t: TestContext): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'mayfly-dashboard-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, '.built-from'), 'x')
  writeFileSync(join(folder, 'assets/index-1.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/index-1.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'assets/index-1.js.gz'), gzipSync(SCRIPT))
  return openScene(t, { front: { dashboardDir: folder } })
}

test('a page is shown at every address that is not of the API', async (t) => {
  const scene = await openWith(t)
  for (const path of ['/', '/sign-in', '/inboxes/ann%40mayfly.test', '/settings/keys?x=1', '/v1', '/v1x']) {
    const answer = await scene.fetch(path, { headers: BROWSER })
    assert.deepEqual([answer.status, answer.text], [200, PAGE], path)
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'no-cache')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
    assert.doesNotMatch(policy, /unsafe/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
  }
})

test('programs get a 404 as before, and so does everybody below /v1/', async (t) => {
  const scene = await openWith(t)
  assertProblem(await scene.fetch('/nothing'), 404, 'not_found')
  assertProblem(await scene.fetch('/v1/nothing', { headers: BROWSER }), 404, 'not_found')
  assertProblem(await scene.fetch('/nothing', { method: 'POST', headers: BROWSER }), 404, 'not_found')
  const docs = await scene.fetch('/docs', { headers: BROWSER })
  assert.match(docs.text, /Mayfly API/)
})

test('a file is served for ever, in the best coding that the browser takes', async (t) => {
  const scene = await openWith(t)
  const codings: [accepted: string, coding: string | null][] = [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['identity', null],
  ]
  for (const [accepted, coding] of codings) {
    const answer = await scene.fetch('/assets/index-1.js', { headers: { 'Accept-Encoding': accepted } })
    assert.deepEqual([answer.status, answer.text], [200, SCRIPT])
    assert.equal(answer.headers.get('content-encoding'), coding)
    assert.equal(answer.headers.get('vary'), 'accept-encoding')
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  }
})

test('what is not a file of the build is not there, and nobody keeps that for ever', async (t) => {
  const scene = await openWith(t)
  for (const path of ['/assets/none.js', '/assets/..%2f.built-from', '/assets/%2e%2e/index.html', '/.built-from']) {
    const answer = await scene.fetch(path)
    assertProblem(answer, 404, 'not_found')
    assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  }
  assert.equal((await scene.fetch('/', { method: 'HEAD', headers: BROWSER })).status, 200)
})

test('without a build there is no dashboard, and the API stands', async (t) => {
  const scene = await openScene(t, { front: { dashboardDir: join(tmpdir(), 'mayfly-none') } })
  assertProblem(await scene.fetch('/', { headers: BROWSER }), 404, 'not_found')
  assert.equal((await scene.getMail()).status, 200)
})
