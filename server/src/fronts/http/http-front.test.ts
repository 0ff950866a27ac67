import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { HttpFront } from './http-front.ts'
import { assertProblem, INBOX, openScene, type Scene, until } from './test-mail.ts'

async function dial(scene: Scene): Promise<Socket> {
  const socket = connect(scene.front.port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Everything that the server says until it hangs up. */
async function converse(scene: Scene, bytes: string): Promise<string> {
  const socket = await dial(scene)
  socket.write(bytes)
  let said = ''
  for await (const piece of socket.setEncoding('latin1')) said += piece
  return said
}

test('unknown paths and other methods', async (t) => {
  const scene = await openScene(t)
  assertProblem(await scene.fetch('/nowhere'), 404, 'not_found')
  assertProblem(await scene.fetch('/getmail'), 404, 'not_found')
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    const answer = await scene.fetch(`/getMail?email=${INBOX}`, { method })
    assertProblem(answer, 405, 'method_not_allowed')
    assert.equal(answer.headers.get('allow'), 'GET, HEAD')
  }
  const body = await scene.fetch('/getMail', { method: 'POST', body: '<a/>', headers: { 'Content-Type': 'text/xml' } })
  assertProblem(body, 405, 'method_not_allowed')
})

test('every answer has the headers that keep browsers out of trouble', async (t) => {
  const scene = await openScene(t)
  for (const path of ['/getMail', '/nowhere', '/healthz', '/%zz', '/metrics']) {
    const { headers } = await scene.fetch(path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.match(headers.get('x-request-id') ?? '', /^req_/, path)
  }
})

test('who sends all of a body that is too large hears so, and may go on', async (t) => {
  const scene = await openScene(t)
  const socket = await dial(scene)
  const length = 16 * 1024 * 1024
  const head = `Host: x\r\nX-API-KEY: ${scene.key}\r\n`
  // Nothing is read before everything is written, as simple clients do it.
  socket.pause()
  socket.write(
    `POST /v1/inboxes HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  )
  await new Promise((resolve) => socket.write(Buffer.alloc(length, 'x'), resolve))
  socket.end(`GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
  let said = ''
  for await (const piece of socket.setEncoding('latin1')) said += piece
  assert.match(said, /^HTTP\/1\.1 413 [\s\S]+HTTP\/1\.1 200 /)
})

test('what is no request is answered and hung up on', async (t) => {
  const scene = await openScene(t)
  assertProblem(await scene.fetch('/%zz'), 400, 'invalid_request')
  const nonsense = await converse(scene, 'EHLO client.test\r\n\r\n')
  assert.match(nonsense, /^HTTP\/1\.1 400 Bad Request\r\n/)
  assert.match(nonsense, /application\/problem\+json/)
  const huge = await converse(scene, `GET / HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${'k'.repeat(40_000)}\r\n\r\n`)
  assert.match(huge, /^HTTP\/1\.1 431 /)
  assert.equal((await scene.getMail()).status, 200)
})

test('a body on GET does no harm', async (t) => {
  const scene = await openScene(t)
  const head = `GET /getMail?email=${INBOX} HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${scene.key}\r\nConnection: close\r\n`
  const said = await converse(scene, `${head}Content-Type: text/xml\r\nContent-Length: 4\r\n\r\n<a/>`)
  assert.match(said, /^HTTP\/1\.1 200 OK\r\n/)
})

test('a failure of ours tells nothing, and is logged once, without key or address', async (t) => {
  const scene = await openScene(t)
  await scene.getMail()
  await scene.deliver()
  scene.store.messages = () => Promise.reject(new Error('the disk is on fire'))
  const answer = await scene.getMail()
  assertProblem(answer, 500, 'internal')
  assert.ok(answer.headers.has('ratelimit'))
  assert.doesNotMatch(answer.text, /fire/)
  const failures = scene.log.lines.filter((line) => line.includes('the disk is on fire'))
  assert.equal(failures.length, 1)
  assert.ok(failures[0]?.includes(answer.json.request_id))
  for (const line of scene.log.lines) assert.ok(!line.includes(scene.key) && !line.includes('ann'), line)
})

test('health, readiness and metrics', async (t) => {
  const missing: string[] = []
  const scene = await openScene(t, { front: { ready: async () => missing } })
  assert.deepEqual((await scene.fetch('/healthz')).json, { status: 'ok' })
  assert.deepEqual((await scene.fetch('/readyz')).json, { status: 'ready' })
  missing.push('store')
  const answer = await scene.fetch('/readyz')
  assert.equal(answer.status, 503)
  assert.deepEqual(answer.json, { status: 'not_ready', waiting_for: ['store'] })
  await scene.getMail()
  await scene.fetch('/nowhere')
  const metrics = await scene.fetch('/metrics')
  assert.match(metrics.text, /mayfly_http_requests_total\{route="\/getMail",status="200"\} 1/)
  assert.match(metrics.text, /mayfly_http_requests_total\{route="unmatched",status="404"\} 1/)
  const proxied = await scene.fetch('/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9' } })
  assertProblem(proxied, 404, 'not_found')
})

test('metrics on a port of their own are not on the main one', async (t) => {
  const { registry } = await openScene(t)
  registry.clear()
  const scene = await openScene(t, { front: { metrics: { port: 0, registry } } })
  assert.notEqual(scene.front.metricsPort, null)
  const own = await scene.fetch(`http://127.0.0.1:${scene.front.metricsPort}/metrics`)
  assert.match(own.text, /mayfly_http_open_waits 0/)
  assertProblem(await scene.fetch('/metrics'), 404, 'not_found')
})

test('a port in use is told as it is', async (t) => {
  const scene = await openScene(t)
  const { log, mail, registry } = scene
  registry.clear()
  const options = { host: '127.0.0.1', port: scene.front.port, baseUrl: null, ready: async () => [] }
  const second = new HttpFront({ ...options, mail, log: log.logger, metrics: { port: null, registry } })
  await assert.rejects(second.start(), { code: 'EADDRINUSE' })
  await second.stop(AbortSignal.timeout(100))
})

test('stopping ends waits with an empty list, and idle connections', async (t) => {
  const scene = await openScene(t)
  const idle = await dial(scene)
  idle.resume()
  const waiting = scene.getMail({ wait: '55' })
  await scene.openWaits(1)
  const hung = once(idle, 'close')
  const stopped = Promise.all([
    scene.front.stop(AbortSignal.timeout(4_000)),
    scene.front.stop(AbortSignal.timeout(4_000)),
  ])
  const answer = await waiting
  assert.equal(answer.status, 200)
  assert.equal(answer.text, '[]')
  await stopped
  await hung
  await assert.rejects(scene.fetch('/healthz'))
})

test('readiness ends first, and requests in hand are finished', async (t) => {
  const scene = await openScene(t)
  await scene.getMail()
  await scene.deliver()
  const gate = Promise.withResolvers<void>()
  let inHand = false
  const messages = scene.store.messages.bind(scene.store)
  scene.store.messages = async (...page) => {
    inHand = true
    await gate.promise
    return messages(...page)
  }
  const socket = await dial(scene)
  let said = ''
  socket.setEncoding('latin1').on('data', (piece) => {
    said += piece
  })
  // Two requests on one connection: the second one is looked at while the answer to the first is awaited.
  socket.write(`GET /getMail?email=${INBOX} HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${scene.key}\r\n\r\n`)
  await until(() => inHand)
  const stopped = scene.front.stop(AbortSignal.timeout(4_000))
  socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n')
  await until(() => scene.log.lines.some((line) => line.includes('/readyz') && line.includes('503')))
  gate.resolve()
  await stopped
  await until(() => socket.closed)
  assert.match(said, /^HTTP\/1\.1 200 OK.*HTTP\/1\.1 503 .*"waiting_for":\["shutdown"\]/s)
})

test('past the deadline, whoever is left is cut off', async (t) => {
  const scene = await openScene(t)
  const slow = await dial(scene)
  slow.on('error', () => undefined).resume()
  slow.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Half: ')
  const deadline = new AbortController()
  const stopped = scene.front.stop(deadline.signal)
  deadline.abort()
  await stopped
  await until(() => slow.destroyed)
})
