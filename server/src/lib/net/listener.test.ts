import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Listener, type ListenerOptions, type Preface } from './listener.ts'
import { keepPeer, setPeer } from './peer.ts'

async function open(t: TestContext, options: Partial<ListenerOptions>): Promise<Listener> {
  const listener = new Listener({
    ...{ host: '127.0.0.1', port: 0, prefaces: [], maxWaiting: 10, broken: () => undefined },
    welcome: (socket) => void socket.end(`hello ${socket.remoteAddress}`),
    ...options,
  })
  await listener.listen()
  t.after(() => listener.close())
  return listener
}

/** All that is heard until the end. */
async function visit(listener: Listener): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => {
    heard += String(data)
  })
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return heard
}

const never: Preface = () => undefined

test('prefaces come in their order, and each may give another socket', async (t) => {
  const order: string[] = []
  const preface = (name: string): Preface => {
    return (socket, next) => {
      order.push(name)
      setPeer(socket, '203.0.113.9', 4_000)
      setImmediate(() => next(keepPeer(socket, socket)))
    }
  }
  const listener = await open(t, { prefaces: [preface('first'), preface('second')] })
  assert.equal(await visit(listener), 'hello 203.0.113.9')
  assert.deepEqual(order, ['first', 'second'])
})

test('who fails is told of once and turned away', async (t) => {
  const told: string[] = []
  const prefaces: Preface[] = [(_socket, _next, fail) => fail(new Error('not like this'))]
  const listener = await open(t, { prefaces, broken: ({ message }) => void told.push(message) })
  assert.equal(await visit(listener), '')
  assert.deepEqual(told, ['not like this'])
})

test('who is not admitted, or one too many before the welcome, is turned away', async (t) => {
  assert.equal(await visit(await open(t, { admit: () => false })), '')
  const listener = await open(t, { prefaces: [never], maxWaiting: 1 })
  const first = connect(listener.port, '127.0.0.1')
  await once(first, 'connect')
  assert.equal(await visit(listener), '')
  assert.equal(first.destroyed, false)
  first.destroy()
})

test('a close ends those who are not welcome yet, and waits for the others', async (t) => {
  const guests: Socket[] = []
  let count = 0
  const prefaces: Preface[] = [(socket, next) => (++count === 1 ? next(socket) : never(socket, next, assert.fail))]
  const listener = await open(t, { prefaces, welcome: (socket) => void guests.push(socket) })
  const welcome = connect(listener.port, '127.0.0.1')
  await once(welcome, 'connect')
  const waiting = connect(listener.port, '127.0.0.1')
  waiting.on('error', () => undefined)
  const gone = once(waiting, 'close')
  await once(waiting, 'connect')
  while (count < 2) await new Promise((resolve) => setImmediate(resolve))
  const closed = listener.close()
  await gone
  assert.equal(welcome.destroyed, false)
  for (const guest of guests) guest.destroy()
  await closed
  await listener.close()
})
