import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { assertAnswered, assertFailed, BODY, listen, OK, rawReceiver, send, testPoster } from './test-receiver.ts'

test('the request as the receiver sees it', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.end(OK))
  const outcome = await send(testPoster(t), `http://hooks.test:${receiver.port}/a%20b?c=d`)
  assertAnswered(outcome, 200, 'ok')
  assert.ok(outcome.kind === 'answered' && outcome.address === '127.0.0.1' && outcome.durationMs >= 0)
  const [head = '', body] = receiver.requests[0]?.split('\r\n\r\n') ?? []
  assert.deepEqual(head.split('\r\n'), [
    'POST /a%20b?c=d HTTP/1.1',
    `Host: hooks.test:${receiver.port}`,
    'X-Service-Event: test.ping',
    `Content-Length: ${BODY.length}`,
    'Connection: keep-alive',
  ])
  assert.equal(body, BODY.toString())
})

test('each status is an answer, and a redirect is not followed', async (t) => {
  let requests = 0
  const receiver = await listen(
    t,
    createServer((request, response) => {
      requests++
      const status = Number(request.url?.slice(1))
      response.writeHead(status, { Location: '/200' }).end(status === 204 ? undefined : `said ${status}`)
    }),
  )
  const poster = testPoster(t)
  const statuses = [200, 201, 204, 301, 302, 307, 308, 400, 401, 404, 410, 500, 503, 599]
  for (const status of statuses) {
    assertAnswered(
      await send(poster, `http://127.0.0.1:${receiver.port}/${status}`),
      status,
      status === 204 ? '' : `said ${status}`,
    )
  }
  assert.equal(requests, statuses.length)
})

test('Retry-After in both forms', async (t) => {
  const forms: Record<string, string> = { '/seconds': '120', '/date': 'Sun, 06 Nov 1994 08:49:37 GMT', '/bad': 'soon' }
  const receiver = await listen(
    t,
    createServer((request, response) => {
      response.writeHead(429, { 'Retry-After': forms[request.url ?? ''] }).end()
    }),
  )
  const poster = testPoster(t, { now: () => Date.UTC(1994, 10, 6, 8, 49, 0) })
  const retryAfter = async (path: string) => {
    const outcome = await send(poster, `http://127.0.0.1:${receiver.port}${path}`)
    assertAnswered(outcome, 429)
    return outcome.kind === 'answered' ? outcome.retryAfter : undefined
  }
  assert.equal(await retryAfter('/seconds'), 120)
  assert.equal(await retryAfter('/date'), 37)
  assert.equal(await retryAfter('/bad'), null)
})

test('an answer that comes byte by byte', async (t) => {
  const receiver = await rawReceiver(t, (socket) => {
    const bytes = [...OK]
    const next = () => {
      const byte = bytes.shift()
      if (byte !== undefined) socket.write(byte, () => setImmediate(next))
    }
    next()
  })
  assertAnswered(await send(testPoster(t), `http://127.0.0.1:${receiver.port}/`), 200, 'ok')
})

test('a body that hangs: the status decides, with what was read', async (t) => {
  const receiver = await rawReceiver(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbeginning')
  })
  const poster = testPoster(t, { totalMs: 300 })
  assertAnswered(await send(poster, `http://127.0.0.1:${receiver.port}/`), 200, 'beginning')
  assert.equal(poster.idleConnections, 0)
})

test('a body that breaks off, or is no chunked body: the status decides', async (t) => {
  const receiver = await rawReceiver(t, (socket, nth) => {
    if (nth === 1) {
      socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nhalf', () => socket.resetAndDestroy())
    } else {
      socket.write('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzzz\r\ngarbage')
    }
  })
  const poster = testPoster(t)
  assertAnswered(await send(poster, `http://127.0.0.1:${receiver.port}/`), 500)
  assertAnswered(await send(poster, `http://127.0.0.1:${receiver.port}/`), 201, 'half')
  assert.equal(poster.idleConnections, 0)
})

test('a gigabyte: 16 KiB are kept, and the connection is ended', async (t) => {
  const GIGABYTE = 2 ** 30
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const closed = Promise.withResolvers<number>()
  const receiver = await rawReceiver(t, (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${GIGABYTE}\r\n\r\n`)
    const pump = () => {
      while (!socket.destroyed && socket.write(chunk)) if (socket.bytesWritten > GIGABYTE) return
    }
    socket.on('drain', pump)
    socket.on('close', () => closed.resolve(socket.bytesWritten))
    pump()
  })
  const poster = testPoster(t)
  assertAnswered(await send(poster, `http://127.0.0.1:${receiver.port}/`), 200, 'x'.repeat(16 * 1024))
  assert.ok((await closed.promise) < GIGABYTE / 10)
  assert.equal(poster.idleConnections, 0)
})

test('exactly 16 KiB are read whole, and the connection stays', async (t) => {
  const receiver = await rawReceiver(t, (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 16384\r\n\r\n${'x'.repeat(16384)}`)
  })
  const poster = testPoster(t)
  assertAnswered(await send(poster, `http://127.0.0.1:${receiver.port}/`), 200, 'x'.repeat(16384))
  assert.equal(poster.idleConnections, 1)
})

test('an answer before the request was read counts, and the connection is ended', async (t) => {
  const receiver = await listen(
    t,
    createTcpServer((socket) => {
      socket.once('data', () => socket.pause().write('HTTP/1.1 413 Too Large\r\nContent-Length: 5\r\n\r\nlarge'))
    }),
  )
  const poster = testPoster(t)
  const outcome = await send(poster, `http://127.0.0.1:${receiver.port}/`, Buffer.alloc(64 * 1024 * 1024))
  assertAnswered(outcome, 413, 'large')
  const [socket] = receiver.sockets as [Socket]
  const closed = once(socket, 'close')
  socket.resume()
  await closed
  assert.ok(socket.bytesRead < 64 * 1024 * 1024)
})

test('a compressed body is left as it is', async (t) => {
  const receiver = await rawReceiver(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc')
  })
  assertAnswered(await send(testPoster(t), `http://127.0.0.1:${receiver.port}/`), 200, 'abc')
})

test('informational answers are skipped, but not for ever', async (t) => {
  const early = 'HTTP/1.1 103 Early Hints\r\n\r\n'
  const receiver = await rawReceiver(t, (socket, nth) =>
    socket.write((nth === 1 ? early.repeat(5) : early.repeat(500)) + OK),
  )
  const poster = testPoster(t)
  assertAnswered(await send(poster, `http://127.0.0.1:${receiver.port}/`), 200, 'ok')
  assertFailed(await send(poster, `http://127.0.0.1:${receiver.port}/`), 'protocol')
})
