import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AuthenticationError,
  ConnectionError,
  type DebugEvent,
  InvalidRequestError,
  Mayfly,
  MayflyError,
  type MayflyOptions,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '../src/index.ts'
import { FlakyServer, gateway, half, json, problem, reset, silent, slow } from './support/flaky-server.ts'

const apiKey = 'tk_0123456789abcdefghijABCDEFGHIJ012345'
const INBOX = { id: 'ibx_1', address: 'ann@mayfly.test', message_count: 3 }
const TIMED_OUT = { status: 'timeout', messages: [], cursor: 'c1', near_misses: [], refused: [] }
const RECEIVED = { status: 'received', messages: [{ id: 'msg_1' }], cursor: 'c2' }

const clientOf = (server: { readonly url: string }, options: MayflyOptions = {}): Mayfly =>
  new Mayfly({ url: server.url, apiKey, ...options })

const waiting = json({ code: 'rate_limited', detail: 'Slow down.' }, 429, { 'retry-after': '0' })

for (const [name, trouble] of Object.entries({
  reset,
  half,
  waiting,
  502: gateway(502),
  503: gateway(503),
  504: gateway(504),
})) {
  test(`${name}: what is safe to repeat succeeds in the end`, async () => {
    await using server = await FlakyServer.start(trouble, trouble, json(INBOX))
    const inbox = await clientOf(server).inboxes.get('ann@mayfly.test')
    assert.equal(inbox.messageCount, 3)
    assert.equal(server.seen.length, 3)
  })

  test(`${name}: what makes something is repeated under one Idempotency-Key`, async () => {
    await using server = await FlakyServer.start(trouble, trouble, json(INBOX, 201))
    await clientOf(server).inboxes.create({ label: 'x' })
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
    assert.deepEqual(keys, [keys[0], keys[0], keys[0]])
    assert.deepEqual(new Set(server.seen.map(({ body }) => body)), new Set(['{"label":"x"}']))
  })

  test(`${name}: a claiming wait is repeated only where nothing can have been claimed`, async () => {
    await using server = await FlakyServer.start(trouble, json(RECEIVED))
    const wait = clientOf(server).wait('ann@mayfly.test', { claim: true })
    if (name === 'waiting') assert.equal((await wait).id, 'msg_1')
    else await assert.rejects(wait, MayflyError)
    assert.equal(server.seen.length, name === 'waiting' ? 2 : 1)
  })
}

test('retries end, with the last error', async () => {
  for (const [trouble, expected] of [
    [reset, { name: 'ConnectionError', code: 'broken', status: null }],
    [half, { name: 'ConnectionError', code: 'broken' }],
    [gateway(503), { name: 'MayflyError', code: 'http_503', status: 503 }],
    [problem(503, 'unavailable'), { name: 'MayflyError', code: 'unavailable', status: 503, requestId: 'req_1' }],
    [waiting, { name: 'RateLimitError', code: 'rate_limited', status: 429, retryAfter: 0 }],
  ] as const) {
    await using server = await FlakyServer.start(trouble)
    await assert.rejects(clientOf(server, { maxRetries: 1 }).account(), expected)
    assert.equal(server.seen.length, 2)
  }
})

test('what would be answered the same again is not repeated, and typed', async () => {
  for (const [status, code, Type] of [
    [400, 'invalid_request', InvalidRequestError],
    [401, 'revoked_key', AuthenticationError],
    [403, 'plan_required', PermissionDeniedError],
    [404, 'not_found', NotFoundError],
    [409, 'conflict', MayflyError],
    [422, 'foreign_domain', InvalidRequestError],
    [500, 'internal', MayflyError],
  ] as const) {
    await using server = await FlakyServer.start(problem(status, code))
    await assert.rejects(clientOf(server).account(), (error) => {
      assert.ok(error instanceof Type && error instanceof MayflyError)
      assert.deepEqual(
        [error.status, error.code, error.requestId, error.message],
        [status, code, 'req_1', `This is ${code}.`],
      )
      return true
    })
    assert.equal(server.seen.length, 1)
  }
})

test('a deletion whose answer was lost has happened when the thing is gone', async () => {
  await using server = await FlakyServer.start(reset, problem(404, 'not_found'))
  await clientOf(server).inboxes.delete('ann@mayfly.test')
  await assert.rejects(clientOf(server).inboxes.delete('ann@mayfly.test'), NotFoundError)
  await using limited = await FlakyServer.start(waiting, problem(404, 'not_found'))
  await assert.rejects(clientOf(limited).inboxes.delete('ann@mayfly.test'), NotFoundError)
})

test('a creation that is still under way is asked for again', async () => {
  await using server = await FlakyServer.start(reset, problem(409, 'in_progress'), json(INBOX, 201))
  assert.equal((await clientOf(server).inboxes.create()).id, 'ibx_1')
  assert.equal(server.seen.length, 3)
})

test('Retry-After is obeyed, and a long one is told instead', async () => {
  await using server = await FlakyServer.start(problem(429, 'rate_limited', { 'retry-after': '1' }), json(INBOX))
  const delays: number[] = []
  const onDebug = (event: DebugEvent): void => {
    if (event.type === 'retry') delays.push(event.delay)
  }
  await clientOf(server, { onDebug }).inboxes.get('ann@mayfly.test')
  assert.ok(delays.length === 1 && (delays[0] ?? 0) >= 1_000)
  await using patient = await FlakyServer.start(problem(429, 'rate_limited', { 'retry-after': '600' }))
  await assert.rejects(clientOf(patient).account(), (error) => {
    assert.ok(error instanceof RateLimitError)
    return error.retryAfter === 600_000
  })
  assert.equal(patient.seen.length, 1)
})

test('slow bytes and silence end with the time-out', async () => {
  for (const trouble of [slow, silent]) {
    await using server = await FlakyServer.start(trouble)
    const client = clientOf(server, { timeout: 150, maxRetries: 1 })
    await assert.rejects(client.account(), (error) => error instanceof ConnectionError && error.code === 'timeout')
    assert.equal(server.seen.length, 2)
  }
})

test('nobody there: even a claiming wait is tried again, and the error says where', async () => {
  const server = await FlakyServer.start(silent)
  const { url } = server
  await server[Symbol.asyncDispose]()
  const events: DebugEvent[] = []
  const client = new Mayfly({ url, apiKey, maxRetries: 1, onDebug: (event) => events.push(event) })
  await assert.rejects(client.wait('ann@mayfly.test', { claim: true }), {
    name: 'ConnectionError',
    code: 'unreachable',
    message: `${url} cannot be reached (ECONNREFUSED). Is the server running there? Give its address as \`url\` or in MAYFLY_URL.`,
  })
  assert.deepEqual(
    events.map(({ type }) => type),
    ['request', 'retry', 'request'],
  )
})

test('a redirect is told and not followed: the key stays where it is', async () => {
  await using elsewhere = await FlakyServer.start(json(INBOX))
  await using server = await FlakyServer.start((response) => {
    response.writeHead(307, { location: `${elsewhere.url}/v1/account` }).end()
  })
  await assert.rejects(clientOf(server).account(), { code: 'redirected', status: 307 })
  assert.equal(elsewhere.seen.length, 0)
})

test('an answer that is not the service’s is told as such', async () => {
  await using server = await FlakyServer.start(gateway(200))
  await assert.rejects(clientOf(server).account(), { code: 'unexpected_answer', message: /Is `url` the address/ })
})

test('a long wait is made of several, with the cursor and the near misses carried on', async () => {
  const miss = (id: string) => ({ id, from: 'a@b.c', subject: id, failed: ['subject'] })
  await using server = await FlakyServer.start(
    json({ ...TIMED_OUT, near_misses: [miss('msg_1')] }),
    json({ ...TIMED_OUT, cursor: 'c2', near_misses: [miss('msg_1'), miss('msg_2')] }),
    json(RECEIVED),
  )
  await clientOf(server).wait('ann@mayfly.test', { subject: 'x', timeout: 120_000 })
  assert.deepEqual(
    server.seen.map(({ query }) => [query.get('timeout') === '55', query.get('after'), query.get('subject')]),
    [
      [true, null, 'x'],
      [true, 'c1', 'x'],
      [true, 'c2', 'x'],
    ],
  )
  await using empty = await FlakyServer.start(
    json({ ...TIMED_OUT, near_misses: [miss('msg_1')] }),
    json({ ...TIMED_OUT, cursor: 'c9', near_misses: [miss('msg_1'), miss('msg_2')] }),
  )
  await assert.rejects(clientOf(empty).wait('ann@mayfly.test', { timeout: 300 }), (error: unknown) => {
    const { name, cursor, nearMisses, message } = error as {
      name: string
      cursor: string
      nearMisses: object[]
      message: string
    }
    assert.deepEqual([name, cursor, nearMisses.length], ['WaitTimeout', 'c9', 2])
    assert.match(message, /within 0\.3 s\.\n {2}came, but did not match subject: "msg_1" from a@b\.c\n/)
    return true
  })
})

test('a wait of no time only looks, and is repeated like any other look', async () => {
  await using server = await FlakyServer.start(reset, json(RECEIVED))
  assert.equal((await clientOf(server).wait('ann@mayfly.test', { timeout: 0 })).id, 'msg_1')
  assert.deepEqual(
    server.seen.map(({ query }) => query.get('timeout')),
    ['0', '0'],
  )
  await using other = await FlakyServer.start(reset, json([]))
  assert.deepEqual(await clientOf(other).getMail('ann@mayfly.test'), [])
  assert.equal(other.seen[1]?.query.get('wait'), null)
})

test('getMail waits for as long as it is told, in several requests', async () => {
  await using server = await FlakyServer.start(json([]), json([{ id: 'msg_1' }]))
  assert.equal((await clientOf(server).getMail('ann@mayfly.test', { wait: 120_000 }))[0]?.id, 'msg_1')
  assert.deepEqual(
    server.seen.map(({ query }) => query.get('wait')),
    ['55', '55'],
  )
})

test('no try of a wait begins after its time', async () => {
  await using server = await FlakyServer.start(problem(429, 'too_many_waits', { 'retry-after': '5' }))
  await assert.rejects(clientOf(server).wait('ann@mayfly.test', { timeout: 1_000 }), RateLimitError)
  assert.equal(server.seen.length, 1)
})

test('a call ends when its signal does: under way, between tries, and before it begins', async () => {
  const listeners = new Map<AbortSignal, number>()
  const count = (signal: AbortSignal): AbortSignal => {
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    listeners.set(signal, 0)
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners.set(signal, (listeners.get(signal) ?? 0) + 1)
      add(...args)
    }
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners.set(signal, (listeners.get(signal) ?? 0) - 1)
      remove(...args)
    }
    return signal
  }
  const gone = Promise.withResolvers<void>()
  const reason = new Error('enough')
  const control = new AbortController()
  await using server = await FlakyServer.start((response) => {
    response.once('close', () => gone.resolve())
    control.abort(reason)
  })
  await assert.rejects(clientOf(server).wait('ann@mayfly.test', { signal: count(control.signal) }), reason)
  await gone.promise
  assert.deepEqual([...listeners.values()], [0])
  await assert.rejects(clientOf(server).account({ signal: control.signal }), reason)
  assert.equal(server.seen.length, 1)
  const later = new AbortController()
  await using failing = await FlakyServer.start(gateway(503))
  const onDebug = ({ type }: DebugEvent): void => {
    if (type === 'retry') queueMicrotask(() => later.abort(reason))
  }
  await assert.rejects(clientOf(failing, { onDebug }).account({ signal: later.signal }), reason)
  assert.equal(failing.seen.length, 1)
})

test('the debug log has every try, and no secret', async () => {
  const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
  await using server = await FlakyServer.start(gateway(503), json({ secret, previous_secret: null }))
  const events: DebugEvent[] = []
  await clientOf(server, { onDebug: (event) => events.push(event) }).webhooks.secret('whk_1')
  const path = '/v1/webhooks/whk_1/secret'
  assert.deepEqual(
    events.map((event) => [event.type, event.method, event.path, event.attempt]),
    [
      ['request', 'GET', path, 1],
      ['response', 'GET', path, 1],
      ['retry', 'GET', path, 1],
      ['request', 'GET', path, 2],
      ['response', 'GET', path, 2],
    ],
  )
  assert.ok(!JSON.stringify(events).includes(apiKey) && !JSON.stringify(events).includes(secret))
})
