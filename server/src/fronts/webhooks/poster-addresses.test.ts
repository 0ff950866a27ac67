import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { makeAddressRules } from '../../lib/net/address-rules.ts'
import { assertAnswered, assertFailed, closedPort, listen, OK, rawReceiver, send, testPoster } from './test-receiver.ts'

const INNER = '10.9.8.7'

test('one forbidden address among several refuses the delivery, wherever it stands', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  for (const addresses of [
    ['127.0.0.1', INNER],
    [INNER, '127.0.0.1'],
    ['127.0.0.1', '::ffff:10.9.8.7'],
    ['127.0.0.1', 'fe80::1%lo'],
    ['127.0.0.1', 'nonsense'],
  ]) {
    const poster = testPoster(t, { resolveHost: async () => addresses })
    assertFailed(await send(poster, `http://hooks.test:${receiver.port}/`), 'forbidden_address')
  }
  assert.equal(receiver.sockets.length, 0)
})

test('a name that turns to a forbidden address is refused, though a connection is kept', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  let addresses = ['127.0.0.1']
  const poster = testPoster(t, { dnsCacheMs: 0, resolveHost: async () => addresses })
  const url = `http://hooks.test:${receiver.port}/`
  assertAnswered(await send(poster, url), 200)
  assert.equal(poster.idleConnections, 1)
  addresses = [INNER]
  assertFailed(await send(poster, url), 'forbidden_address')
  assert.equal(receiver.requests.length, 1)
})

test('a kept connection to an address that the name no longer has is not used', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  let addresses = ['127.0.0.1']
  const poster = testPoster(t, { dnsCacheMs: 0, resolveHost: async () => addresses })
  const url = `http://hooks.test:${receiver.port}/`
  assertAnswered(await send(poster, url), 200)
  addresses = ['127.0.0.2'] // nobody listens there
  assertFailed(await send(poster, url), 'refused')
  addresses = ['127.0.0.2', '127.0.0.1']
  assertAnswered(await send(poster, url), 200)
  assert.equal(receiver.sockets.length, 1)
})

test('the name is resolved once: what was checked is what is connected to', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  const asked: string[] = []
  const resolveHost = async (host: string) => {
    asked.push(host)
    return asked.length === 1 ? ['127.0.0.1'] : [INNER]
  }
  assertAnswered(await send(testPoster(t, { resolveHost, dnsCacheMs: 0 }), `http://hooks.test:${receiver.port}/`), 200)
  assert.deepEqual(asked, ['hooks.test'])
})

test('where one address refuses, the next is tried', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  const poster = testPoster(t, { resolveHost: async () => ['127.0.0.3', '127.0.0.2', '127.0.0.1'] })
  const outcome = await send(poster, `http://hooks.test:${receiver.port}/`)
  assertAnswered(outcome, 200)
  assert.ok(outcome.kind === 'answered' && outcome.address === '127.0.0.1')
})

test('where all refuse, it is a refusal', async (t) => {
  const poster = testPoster(t, { resolveHost: async () => ['127.0.0.2', '127.0.0.1'] })
  assertFailed(await send(poster, `http://hooks.test:${await closedPort()}/`), 'refused')
})

test('IPv6, as a name and as a literal', async (t) => {
  const server = createServer((request, response) => response.end(request.headers.host))
  const receiver = await listen(t, server, '::1')
  const poster = testPoster(t, { resolveHost: async () => ['0:0:0:0:0:0:0:1'] })
  const outcome = await send(poster, `http://hooks.test:${receiver.port}/`)
  assertAnswered(outcome, 200, `hooks.test:${receiver.port}`)
  assert.ok(outcome.kind === 'answered' && outcome.address === '::1')
  assertAnswered(await send(poster, `http://[::1]:${receiver.port}/`), 200, `[::1]:${receiver.port}`)
})

test('a name without an address, one that cannot be resolved, and one that takes too long', async (t) => {
  const url = 'http://hooks.test/'
  assertFailed(await send(testPoster(t, { resolveHost: async () => [] }), url), 'dns')
  const resolveHost = async () => Promise.reject(new Error('queryA ESERVFAIL'))
  assertFailed(await send(testPoster(t, { resolveHost }), url), 'dns')
  const slow = testPoster(t, { resolveHost: () => new Promise(() => {}), connectMs: 20 })
  assertFailed(await send(slow, url), 'connect_timeout')
})

test('a URL that the rules forbid is not called, whoever registered it', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  const rules = { addresses: makeAddressRules([443, receiver.port], []), allowHttp: true }
  const strict = testPoster(t, { rules, resolveHost: async () => ['127.0.0.1'] })
  assertFailed(await send(strict, `http://127.0.0.1:${receiver.port}/`), 'forbidden_url')
  assertFailed(await send(strict, `http://0x7f.1:${receiver.port}/`), 'forbidden_url')
  assertFailed(await send(strict, `http://localhost:${receiver.port}/`), 'forbidden_url')
  assertFailed(await send(strict, `http://hooks.test:${receiver.port}/`), 'forbidden_address')
  const httpsOnly = testPoster(t, { rules: { ...rules, allowHttp: false } })
  assertFailed(await send(httpsOnly, `http://hooks.test:${receiver.port}/`), 'forbidden_url')
  assert.equal(receiver.sockets.length, 0)
})

test('where something is opened, a public address still has the allowed ports only', async (t) => {
  const poster = testPoster(t, { resolveHost: async () => ['8.8.8.8'] })
  assertFailed(await send(poster, 'http://hooks.test:8080/'), 'forbidden_url')
})

test('what this machine has run out of is not the receiver’s failure', async (t) => {
  const shortage = Object.assign(new Error('too many open files'), { code: 'EMFILE' })
  const poster = testPoster(t, { resolveHost: async () => Promise.reject(shortage) })
  await assert.rejects(send(poster, 'http://hooks.test/'), { code: 'EMFILE' })
})
