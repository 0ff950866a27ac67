import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { assertAnswered, assertFailed, listen, OK, rawReceiver, send, testPoster } from './test-receiver.ts'

test('posts one after another share a connection', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  const poster = testPoster(t)
  for (let i = 0; i < 5; i++) assertAnswered(await send(poster, `http://127.0.0.1:${receiver.port}/${i}`), 200, 'ok')
  assert.equal(receiver.requests.length, 5)
  assert.equal(receiver.sockets.length, 1)
})

test('a receiver that closes after each answer gets a connection for each', async (t) => {
  const receiver = await listen(
    t,
    createServer((_request, response) => {
      response.writeHead(200, { Connection: 'close' }).end('ok')
    }),
  )
  const poster = testPoster(t)
  for (let i = 0; i < 3; i++) assertAnswered(await send(poster, `http://127.0.0.1:${receiver.port}/`), 200, 'ok')
  assert.equal(receiver.sockets.length, 3)
  assert.equal(poster.idleConnections, 0)
})

test('two names at one address do not share a connection', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  const poster = testPoster(t)
  for (const name of ['a.test', 'b.test']) assertAnswered(await send(poster, `http://${name}:${receiver.port}/`), 200)
  assert.equal(receiver.sockets.length, 2)
})

test('a kept connection that is closed just when it is reused: once more, on a new one', async (t) => {
  const receiver = await rawReceiver(t, (socket, nth) => (nth === 2 ? socket.resetAndDestroy() : socket.write(OK)))
  const poster = testPoster(t)
  for (let i = 0; i < 2; i++) assertAnswered(await send(poster, `http://127.0.0.1:${receiver.port}/`), 200, 'ok')
  assert.equal(receiver.requests.length, 3)
  assert.equal(receiver.sockets.length, 2)
})

test('not a third time, and not once an answer began', async (t) => {
  const receiver = await rawReceiver(t, (socket, nth) => {
    if (nth === 1 || nth === 4) socket.write(OK)
    else if (nth === 5) socket.write('HTTP/1.1 2', () => socket.end())
    else socket.end()
  })
  const poster = testPoster(t)
  const url = `http://127.0.0.1:${receiver.port}/`
  assertAnswered(await send(poster, url), 200)
  assertFailed(await send(poster, url), 'reset') // on the kept one, and on a new one
  assert.equal(receiver.requests.length, 3)
  assertAnswered(await send(poster, url), 200)
  assertFailed(await send(poster, url), 'reset')
  assert.equal(receiver.requests.length, 5)
})

test('what comes on an idle connection is nobody’s answer (RFC 9112 §9.2)', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  const poster = testPoster(t)
  const url = `http://127.0.0.1:${receiver.port}/`
  assertAnswered(await send(poster, url), 200, 'ok')
  const [first] = receiver.sockets as [Socket]
  first.write('HTTP/1.1 500 Planted\r\nContent-Length: 0\r\n\r\n')
  await once(first, 'close')
  assertAnswered(await send(poster, url), 200, 'ok')
  assert.equal(receiver.sockets.length, 2)
})

test('kept connections are bounded per origin', async (t) => {
  const waiting: Socket[] = []
  const receiver = await rawReceiver(t, (socket, nth) => {
    waiting.push(socket)
    if (nth === 5) for (const one of waiting) one.write(OK)
  })
  const poster = testPoster(t, { maxIdlePerOrigin: 2 })
  const url = `http://127.0.0.1:${receiver.port}/`
  await Promise.all(Array.from({ length: 5 }, () => send(poster, url)))
  assert.equal(receiver.sockets.length, 5)
  assert.equal(poster.idleConnections, 2)
})

test('kept connections are bounded in all: the one that has been idle longest goes', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  const poster = testPoster(t, { maxIdle: 2 })
  for (const name of ['a.test', 'b.test', 'c.test']) await send(poster, `http://${name}:${receiver.port}/`)
  assert.equal(poster.idleConnections, 2)
  await send(poster, `http://c.test:${receiver.port}/`)
  assert.equal(receiver.sockets.length, 3)
  await send(poster, `http://a.test:${receiver.port}/`)
  assert.equal(receiver.sockets.length, 4)
})

test('an idle connection is ended after its time', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  const poster = testPoster(t, { idleMs: 20 })
  await send(poster, `http://127.0.0.1:${receiver.port}/`)
  const [first] = receiver.sockets as [Socket]
  if (!first.destroyed) await once(first, 'close')
  await send(poster, `http://127.0.0.1:${receiver.port}/`)
  assert.equal(receiver.sockets.length, 2)
})

test('closing ends the idle connections', async (t) => {
  const receiver = await rawReceiver(t, (socket) => socket.write(OK))
  const poster = testPoster(t)
  await send(poster, `http://127.0.0.1:${receiver.port}/`)
  const [first] = receiver.sockets as [Socket]
  poster.close()
  if (!first.destroyed) await once(first, 'close')
  assert.equal(poster.idleConnections, 0)
})
