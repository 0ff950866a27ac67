import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { Folder } from '../../../server/test/support/folder.ts'
import { type RunningServer, startServer } from '../../../server/test/support/running-server.ts'
import { skip } from '../../../server/test-browser/dashboard-bench.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** What runs in the page, and in a worker of it. */
const SCRIPT = `
  import { Mayfly, NotFoundError, verifyWebhook } from '/dist/index.js'
  export async function tryEverything(apiKey, { body, headers, secrets, now }) {
    const mayfly = new Mayfly({ apiKey, url: location.origin })
    const { address } = await mayfly.inboxes.create()
    const events = mayfly.events({ inbox: address, onOpen: () => mayfly.sendTestMail(address) })
    const { value } = await events.next()
    await events.return()
    const code = await mayfly.code(address)
    const { event } = await verifyWebhook(body, headers, secrets, { now: now * 1000 })
    await mayfly.inboxes.delete(address)
    const gone = await mayfly.inboxes.get(address).catch((error) => error instanceof NotFoundError)
    return { told: value.data.subject.includes(code), event, gone }
  }
  let noKey = null
  try { new Mayfly() } catch (error) { noKey = error.code }
  if (typeof document === 'undefined') {
    onmessage = async ({ data }) => postMessage({ ...(await tryEverything(...data)), noKey })
  }
  export { noKey }
`

/** One origin for the page, the library and the service: a browser asks no other one. */
async function serve(server: RunningServer, dist: string): Promise<Server> {
  const files = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    if (pathname === '/') response.setHeader('content-type', 'text/html').end('<!doctype html><title>Page</title>')
    else if (pathname === '/script.js') response.setHeader('content-type', 'text/javascript').end(SCRIPT)
    else if (pathname.startsWith('/dist/')) {
      response
        .setHeader('content-type', 'text/javascript')
        .end(readFileSync(join(dist, pathname.slice('/dist/'.length))))
    } else {
      const { method, headers } = request
      const passed = ask(server.httpUrl + request.url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      response.once('close', () => passed.destroy())
      passed.on('error', () => response.destroy())
      request.pipe(passed)
    }
  })
  files.listen(0, '127.0.0.1')
  await once(files, 'listening')
  return files
}

test('the library works in a page and in a worker of a real browser', { skip }, async (t) => {
  await using server = await startServer()
  using folder = new Folder()
  const config = join(ROOT, 'clients/typescript/tsconfig.build.json')
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config, '--outDir', folder.path], { stdio: 'inherit' })
  const files = await serve(server, folder.path)
  const args = ['--headless', '--no-sandbox', '--disable-gpu']
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
  t.after(async () => {
    await browser.close()
    files.close()
    files.closeAllConnections()
  })
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(files.address() as AddressInfo).port}/`)
  const { vectors } = JSON.parse(readFileSync(join(ROOT, 'clients/scenarios/webhook-signatures.json'), 'utf8'))
  const given = [server.key, vectors[0]]
  // As text: a type stripper would have to know of the page's own modules.
  const inPage = `(async () => {
    const { noKey, tryEverything } = await import('/script.js')
    return { ...(await tryEverything(...${JSON.stringify(given)})), noKey }
  })()`
  const inWorker = `new Promise((resolve, reject) => {
    const worker = new Worker('/script.js', { type: 'module' })
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(${JSON.stringify(given)})
  })`
  const expected = { told: true, event: 'message.received', gone: true, noKey: 'missing_key' }
  assert.deepEqual(await page.evaluate(inPage), expected)
  assert.deepEqual(await page.evaluate(inWorker), expected)
})
