import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerOptions } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { generate } from 'selfsigned'
import { assertAnswered, assertFailed, listen, send, testPoster } from './test-receiver.ts'

const SHARED = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const

const authority = await generate([{ name: 'commonName', value: 'Test authority' }], {
  ...SHARED,
  extensions: [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ],
})

const issued = await generate([{ name: 'commonName', value: 'hooks.test' }], {
  ...SHARED,
  ca: { key: authority.private, cert: authority.cert },
  extensions: [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: [
        { type: 2, value: 'hooks.test' },
        { type: 7, ip: '127.0.0.1' },
      ],
    },
  ],
})

const ca = [authority.cert]

async function receiver(t: TestContext, options: ServerOptions = {}) {
  const server = createServer({ key: issued.private, cert: issued.cert, ...options }, (_request, response) => {
    response.end('ok')
  })
  return listen(t, server)
}

test('a certificate of a trusted authority, for a name and for an address', async (t) => {
  const { port, sockets } = await receiver(t)
  const poster = testPoster(t, { ca })
  for (let i = 0; i < 3; i++) assertAnswered(await send(poster, `https://hooks.test:${port}/`), 200, 'ok')
  assert.equal(sockets.length, 1)
  assertAnswered(await send(poster, `https://hooks.test.:${port}/`), 200, 'ok')
  assertAnswered(await send(poster, `https://127.0.0.1:${port}/`), 200, 'ok')
})

test('a certificate that nobody vouches for', async (t) => {
  const { port } = await receiver(t)
  const outcome = await send(testPoster(t), `https://hooks.test:${port}/`)
  assertFailed(outcome, 'tls')
})

test('no environment variable makes it trusted', async (t) => {
  const { port } = await receiver(t)
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  t.after(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  })
  assertFailed(await send(testPoster(t), `https://hooks.test:${port}/`), 'tls')
})

test('a certificate for another name', async (t) => {
  const { port } = await receiver(t)
  const outcome = await send(testPoster(t, { ca }), `https://other.test:${port}/`)
  assertFailed(outcome, 'tls')
  assert.ok(outcome.kind === 'failed' && outcome.detail.includes('ERR_TLS_CERT_ALTNAME_INVALID'))
})

test('TLS 1.1 is too old, 1.2 is not', async (t) => {
  const old = await receiver(t, { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })
  assertFailed(await send(testPoster(t, { ca }), `https://hooks.test:${old.port}/`), 'tls')
  const fair = await receiver(t, { maxVersion: 'TLSv1.2' })
  assertAnswered(await send(testPoster(t, { ca }), `https://hooks.test:${fair.port}/`), 200)
})

test('closed, reset or garbled in the handshake', async (t) => {
  const ends = [
    createTcpServer((socket) => socket.once('data', () => socket.end())),
    createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    createTcpServer((socket) => socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))),
  ]
  for (const server of ends) {
    const { port } = await listen(t, server)
    assertFailed(await send(testPoster(t, { ca }), `https://hooks.test:${port}/`), 'tls')
  }
})

test('silent in the handshake: the connection was not made in time, and is given up', async (t) => {
  const closed = Promise.withResolvers<void>()
  const { port } = await listen(
    t,
    createTcpServer((socket) => socket.resume().on('close', () => closed.resolve())),
  )
  const poster = testPoster(t, { ca, connectMs: 200 })
  assertFailed(await send(poster, `https://hooks.test:${port}/`), 'connect_timeout')
  await closed.promise
})

test('a certificate that is refused leaves no connection behind', async (t) => {
  const { port, sockets } = await receiver(t)
  assertFailed(await send(testPoster(t), `https://hooks.test:${port}/`), 'tls')
  const [socket] = sockets as [Socket]
  if (!socket.destroyed) await once(socket, 'close')
})

test('a kept TLS connection that the receiver closed meanwhile is replaced', async (t) => {
  const { port, sockets } = await receiver(t)
  const poster = testPoster(t, { ca })
  assertAnswered(await send(poster, `https://hooks.test:${port}/`), 200)
  sockets[0]?.resetAndDestroy()
  assertAnswered(await send(poster, `https://hooks.test:${port}/`), 200)
  assert.equal(sockets.length, 2)
})

test('a receiver that wants a certificate of ours', async (t) => {
  const { port } = await receiver(t, { requestCert: true, rejectUnauthorized: true })
  const outcome = await send(testPoster(t, { ca }), `https://hooks.test:${port}/`)
  assert.ok(outcome.kind === 'failed' && ['tls', 'reset'].includes(outcome.error), JSON.stringify(outcome))
})
