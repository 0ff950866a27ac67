import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertFailed, closedPort, listen, OK, rawReceiver, send, testPoster } from './test-receiver.ts'

test('a port at which nobody listens', async (t) => {
  assertFailed(await send(testPoster(t), `http://127.0.0.1:${await closedPort()}/`), 'refused')
})

test('nothing comes: a time-out', async (t) => {
  const receiver = await rawReceiver(t, () => {})
  assertFailed(await send(testPoster(t, { totalMs: 200 }), `http://127.0.0.1:${receiver.port}/`), 'timeout')
})

test('half a status line, then nothing: a time-out', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write('HTTP/1.1 20'))
  assertFailed(await send(testPoster(t, { totalMs: 200 }), `http://127.0.0.1:${receiver.port}/`), 'timeout')
})

test('closed or reset before the header is whole', async (t) => {
  const receiver = await rawReceiver(t, (socket, nth) => {
    if (nth === 1) socket.end()
    else if (nth === 2) socket.resetAndDestroy()
    else socket.write('HTTP/1.1 200 OK\r\nContent-', () => socket.resetAndDestroy())
  })
  const poster = testPoster(t)
  for (let i = 0; i < 3; i++) assertFailed(await send(poster, `http://127.0.0.1:${receiver.port}/`), 'reset')
  assert.equal(receiver.requests.length, 3)
})

test('a header without an end', async (t) => {
  const receiver = await rawReceiver(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const pump = () => {
      while (!socket.destroyed && socket.write(`X-More: ${'x'.repeat(1000)}\r\n`)) {}
    }
    socket.on('drain', pump)
    pump()
  })
  const outcome = await send(testPoster(t), `http://127.0.0.1:${receiver.port}/`)
  assertFailed(outcome, 'protocol')
  assert.ok(outcome.kind === 'failed' && /header/.test(outcome.detail))
})

test('what is no HTTP, or another protocol', async (t) => {
  const answers = [
    '220 mail.test ESMTP\r\n',
    'HTTP/1.1 abc\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n',
  ]
  answers.push('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  answers.push(
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 000 Nothing\r\n\r\n',
    'HTTP/1.1 999 Denied\r\n\r\n',
  )
  const receiver = await rawReceiver(t, (socket, nth) => socket.write(answers[nth - 1] ?? OK))
  const poster = testPoster(t)
  for (const answer of answers) {
    const outcome = await send(poster, `http://127.0.0.1:${receiver.port}/`)
    assert.equal(outcome.kind === 'failed' ? outcome.error : outcome.status, 'protocol', answer)
  }
})

test('the caller calls an attempt off', async (t) => {
  const controller = new AbortController()
  const receiver = await rawReceiver(t, () => controller.abort())
  const poster = testPoster(t)
  const request = { url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: Buffer.alloc(0) }
  assertFailed(await poster.post({ ...request, signal: controller.signal }), 'aborted')
  assertFailed(await poster.post({ ...request, signal: controller.signal }), 'aborted')
  assert.equal(receiver.requests.length, 1)
})

test('closing calls off what is under way, and what comes later', async (t) => {
  const poster = testPoster(t)
  const receiver = await rawReceiver(t, () => poster.close())
  assertFailed(await send(poster, `http://127.0.0.1:${receiver.port}/`), 'aborted')
  assertFailed(await send(poster, `http://127.0.0.1:${receiver.port}/`), 'aborted')
  assert.equal(receiver.sockets.length, 1)
})

test('an attempt that breaks off leaves no connection behind', async (t) => {
  const closed = Promise.withResolvers<void>()
  const receiver = await listen(
    t,
    createServer((socket) => socket.resume().on('close', () => closed.resolve())),
  )
  assertFailed(await send(testPoster(t, { totalMs: 200 }), `http://127.0.0.1:${receiver.port}/`), 'timeout')
  await closed.promise
})

test('whatever bytes come, there is an outcome', async (t) => {
  let answer = Buffer.alloc(0)
  const receiver = await rawReceiver(t, (socket) => socket.end(answer))
  const poster = testPoster(t)
  const piece = fc.oneof(
    fc.constantFrom(
      'HTTP/1.1 ',
      '200 OK',
      '\r\n',
      '\r\n\r\n',
      'Transfer-Encoding: chunked',
      'Content-Length: ',
      '5',
      '0',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const answers = fc.tuple(fc.constantFrom('', 'HTTP/1.1 ', 'HTTP/1.1 200 OK\r\n'), fc.array(piece, { maxLength: 12 }))
  await fc.assert(
    fc.asyncProperty(answers, async ([start, pieces]) => {
      answer = Buffer.from(start + pieces.join(''))
      const outcome = await send(poster, `http://127.0.0.1:${receiver.port}/`)
      if (outcome.kind === 'answered') assert.ok(outcome.status >= 200 && outcome.status <= 599)
      else assert.ok(['reset', 'protocol'].includes(outcome.error), outcome.error)
    }),
    { numRuns: 200 },
  )
})
