import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { AuthenticationError, ConnectionError, Mayfly, type MayflyEvent } from '../src/index.ts'
import { type Behaviour, FlakyServer, gateway, problem, reset } from './support/flaky-server.ts'

const apiKey = 'tk_0123456789abcdefghijABCDEFGHIJ012345'

function begin(response: ServerResponse, place: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`retry: 10\nid: ${place}\n\n`)
}

const event = (id: number): string =>
  `id: ${id}\nevent: message.received\ndata: {"subject":"mail ${id} ü","inbox_id":"ibx_1"}\n\n`

/** Sends these, some bytes at a time, and breaks off. */
const stream =
  (place: string, ids: readonly number[], end: 'break' | 'end' | 'stay'): Behaviour =>
  async (response) => {
    begin(response, place)
    const bytes = Buffer.from(ids.map(event).join(': alive\n\n'))
    for (let at = 0; at < bytes.length; at += 7) {
      response.write(bytes.subarray(at, at + 7))
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (end === 'break') response.destroy()
    if (end === 'end') response.end()
  }

async function take(events: AsyncIterable<MayflyEvent>, count: number): Promise<string[]> {
  const seen: string[] = []
  for await (const { id, data } of events) {
    if ('subject' in data) seen.push(`${id} ${data.subject}`)
    if (seen.length === count) break
  }
  return seen
}

test('a stream that breaks or ends is taken up where it was, with nothing lost or repeated', async () => {
  await using server = await FlakyServer.start(
    stream('0', [1, 2], 'break'),
    reset,
    gateway(503),
    stream('2', [3], 'end'),
    stream('3', [], 'end'),
    stream('3', [4, 5], 'stay'),
  )
  const opened: string[] = []
  const mayfly = new Mayfly({ url: server.url, apiKey, maxRetries: 0 })
  const events = mayfly.events({ inbox: 'ann@mayfly.test', onOpen: (id) => opened.push(id) })
  assert.deepEqual(
    await take(events, 5),
    [1, 2, 3, 4, 5].map((id) => `${id} mail ${id} ü`),
  )
  assert.deepEqual(
    server.seen.map(({ headers }) => headers['last-event-id']),
    [undefined, '2', '2', '2', '3', '3'],
  )
  assert.deepEqual(opened, ['0', '2', '3', '3'])
  assert.equal(server.seen[0]?.query.get('inbox'), 'ann@mayfly.test')
})

test('leaving the loop closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  await using server = await FlakyServer.start((response, seen) => {
    response.once('close', () => closed.resolve())
    stream('0', [1], 'stay')(response, seen)
  })
  await take(new Mayfly({ url: server.url, apiKey }).events(), 1)
  await closed.promise
})

test('what cannot be reached from the start, or is refused later, is an error', async () => {
  await using dead = await FlakyServer.start(reset)
  await assert.rejects(new Mayfly({ url: dead.url, apiKey, maxRetries: 1 }).events().next(), ConnectionError)
  assert.equal(dead.seen.length, 2)
  await using server = await FlakyServer.start(stream('0', [1], 'break'), problem(401, 'revoked_key'))
  const seen: string[] = []
  await assert.rejects(async () => {
    for await (const { id } of new Mayfly({ url: server.url, apiKey }).events()) seen.push(id)
  }, AuthenticationError)
  assert.deepEqual(seen, ['1'])
})

test('a signal ends the iteration with its reason', async () => {
  await using server = await FlakyServer.start(stream('0', [1], 'stay'))
  const control = new AbortController()
  const reason = new Error('enough')
  await assert.rejects(async () => {
    for await (const _ of new Mayfly({ url: server.url, apiKey }).events({ signal: control.signal }))
      control.abort(reason)
  }, reason)
})
