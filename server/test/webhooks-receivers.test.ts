import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { Folder } from './support/folder.ts'
import { startServer } from './support/running-server.ts'
import { makeAuthority } from './support/webhook-authority.ts'
import {
  addWebhook,
  ask,
  attempted,
  BENCH,
  BOX,
  claimBox,
  type Delivery,
  metric,
  sendTo,
} from './support/webhook-bench.ts'
import { type Answer, answerWith, hang, WebhookReceiver } from './support/webhook-receiver.ts'

/** Attempts are given this long: what hangs must end, and what answers must not run into it on a busy machine. */
const TIMEOUT_S = 3
/** One retry, too late for this test: each delivery is seen after its first attempt. */
const STEP_S = 3_600

/** Says the status line and part of the header, and no more. */
const stopInHeader: Answer = ({ socket }) => void socket?.write('HTTP/1.1 200 OK\r\nContent-Le')
/** Promises more than it gives. */
const stopInBody: Answer = (response) => {
  response.writeHead(200, { 'Content-Length': '100' }).write('half of', () => response.socket?.destroy())
}
/** One byte of the header every now and then: never silent for long, and never ready. */
const trickleHeader: Answer = ({ socket }) => {
  const bytes = 'HTTP/1.1 200 OK\r\nX-Padding: '
  let at = 0
  const timer = setInterval(() => socket?.write(bytes[at++ % bytes.length] ?? ' '), 100)
  socket?.on('close', () => clearInterval(timer))
}
/** Answers at once, and then byte by byte for ever. */
const trickleBody: Answer = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 100)
  response.on('close', () => clearInterval(timer))
}
const GIGABYTE = 1024 ** 3
let floodBytes = 0
const flood: Answer = (response) => {
  response.writeHead(200, { 'Content-Length': String(GIGABYTE) })
  const piece = Buffer.alloc(64 * 1024, 'x')
  const pour = (): void => {
    while (!response.destroyed && floodBytes < GIGABYTE) {
      floodBytes += piece.length
      if (!response.write(piece)) return void response.once('drain', pour)
    }
  }
  pour()
}

interface Expected {
  readonly state: 'delivered' | 'rejected' | 'retrying'
  readonly status: number | null
  readonly error?: string
  /** Whether it counts against the endpoint. */
  readonly counts?: boolean
  readonly look?: (delivery: Delivery) => void
}

const failed = (error: string): Expected => ({ state: 'retrying', status: null, error, counts: true })
const rejected = (status: number): Expected => ({ state: 'rejected', status })

/** The pause that was given lies between these, in seconds; what the machine took in between is allowed for. */
function paused(from: number, to: number): (delivery: Delivery) => void {
  return ({ next_attempt_at, attempts: [attempt] }) => {
    assert.ok(next_attempt_at && attempt)
    const pause = (Date.parse(next_attempt_at) - Date.parse(attempt.at) - attempt.duration_ms) / 1_000
    assert.ok(pause >= from && pause <= to + 60, `${pause} s`)
  }
}

function answered(text: string | RegExp): (delivery: Delivery) => void {
  return ({ attempts: [attempt] }) => assert.match(attempt?.response ?? '', new RegExp(text))
}

const BEHAVIOURS: Readonly<Record<string, readonly [Answer, Expected]>> = {
  '200': [answerWith(200, {}, 'thank you'), { state: 'delivered', status: 200, look: answered('^thank you$') }],
  '204': [answerWith(204), { state: 'delivered', status: 204 }],
  '301': [answerWith(301, { Location: 'https://example.com/' }), rejected(301)],
  '304': [answerWith(304), rejected(304)],
  '400': [answerWith(400, {}, 'what is this?'), rejected(400)],
  '401': [answerWith(401), rejected(401)],
  '410': [answerWith(410), rejected(410)],
  '408': [answerWith(408), { state: 'retrying', status: 408, look: paused(STEP_S, STEP_S * 1.1) }],
  '429': [answerWith(429), { state: 'retrying', status: 429, look: paused(STEP_S, STEP_S * 1.1) }],
  '429 with a Retry-After': [
    answerWith(429, { 'Retry-After': '5000' }),
    { state: 'retrying', status: 429, look: paused(5_000, 5_000 * 1.1) },
  ],
  '429 with a Retry-After of a day': [
    answerWith(429, { 'Retry-After': '86400' }),
    { state: 'retrying', status: 429, look: paused(2 * STEP_S, 2 * STEP_S * 1.1) },
  ],
  '500': [answerWith(500), { state: 'retrying', status: 500, counts: true, look: paused(STEP_S, STEP_S * 1.1) }],
  '503': [answerWith(503), { state: 'retrying', status: 503, counts: true }],
  'hangs up': [({ socket }) => void socket?.destroy(), failed('reset')],
  hangs: [hang, failed('timeout')],
  'stops in the header': [stopInHeader, failed('timeout')],
  'stops in the body': [stopInBody, { state: 'delivered', status: 200, look: answered('^half of$') }],
  'answers byte by byte': [trickleHeader, failed('timeout')],
  'answers, then byte by byte': [trickleBody, { state: 'delivered', status: 200, look: answered(/^\.+$/) }],
  'answers with a gigabyte': [flood, { state: 'delivered', status: 200, look: answered(/^x+$/) }],
  'is no web server': [({ socket }) => void socket?.end('220 mail.example ESMTP\r\n'), failed('protocol')],
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('whatever a receiver does, its delivery ends as the contract says, in the log and in the counters', async () => {
  using folder = new Folder()
  const [ours, another] = await Promise.all([makeAuthority(), makeAuthority()])
  writeFileSync(folder.join('ca.pem'), ours.certificate)
  await using server = await startServer({
    env: {
      ...BENCH,
      MAYFLY_WEBHOOK_TIMEOUT: `${TIMEOUT_S}s`,
      MAYFLY_WEBHOOK_RETRY_SCHEDULE: String(STEP_S),
      NODE_EXTRA_CA_CERTS: folder.join('ca.pem'),
    },
  })
  await using stack = new AsyncDisposableStack()
  const endpoints: [name: string, webhookId: string, expected: Expected][] = []
  const add = async (name: string, url: string, expected: Expected): Promise<void> => {
    endpoints.push([name, (await addWebhook(server, url)).id, expected])
  }
  await claimBox(server)
  const receive = async (options: Parameters<typeof WebhookReceiver.listen>[0]): Promise<WebhookReceiver> =>
    stack.use(await WebhookReceiver.listen(options))
  for (const [name, [answer, expected]] of Object.entries(BEHAVIOURS)) {
    await add(name, (await receive({ answer })).url(), expected)
  }
  const target = await receive({})
  const redirecting = await receive({ answer: answerWith(307, { Location: target.url() }) })
  await add('redirects to this machine', redirecting.url(), rejected(307))
  await add('refuses', `http://127.0.0.1:${await closedPort()}/`, failed('refused'))
  await add('has a certificate', (await receive({ tls: ours.issued })).url(), { state: 'delivered', status: 200 })
  await add('has a certificate of a stranger', (await receive({ tls: another.issued })).url(), failed('tls'))
  const rude = createServer((socket) => void socket.once('data', () => socket.destroy()).on('error', () => undefined))
  rude.listen(0, '127.0.0.1')
  await once(rude, 'listening')
  stack.defer(() => void rude.close())
  await add('closes in the handshake', `https://127.0.0.1:${(rude.address() as AddressInfo).port}/`, failed('tls'))

  await sendTo(server, 'one for all')
  const counts = { delivered: 0, rejected: 0, retrying: 0 }
  for (const [name, id, { state, status, error = null, counts: counted = false, look }] of endpoints) {
    const delivery = await attempted(server, id)
    const [attempt] = delivery.attempts
    assert.deepEqual([delivery.state, attempt?.status, attempt?.error], [state, status, error], name)
    assert.equal(delivery.attempts.length, 1, name)
    look?.(delivery)
    counts[state]++
    const { consecutive_failures } = await ask(server, 'GET', `/webhooks/${id}`)
    assert.equal(consecutive_failures, counted ? 1 : 0, name)
  }
  assert.deepEqual(target.received, [], 'a redirect was followed')
  assert.ok(floodBytes < GIGABYTE / 16, `${floodBytes} bytes were taken`)
  for (const [outcome, count] of Object.entries(counts)) {
    assert.equal(await metric(server, `mayfly_webhook_attempts_total{outcome="${outcome}"}`), count, outcome)
  }
  assert.equal(await metric(server, 'mayfly_webhook_attempt_seconds_count'), endpoints.length)
  assert.equal(await metric(server, 'mayfly_webhook_backlog{kind="open"}'), counts.retrying)
  assert.equal(await metric(server, 'mayfly_webhook_in_flight'), 0)
})

test('of a long answer the log keeps 16 KiB, and a list shows one', async () => {
  await using server = await startServer({ env: BENCH })
  await using receiver = await WebhookReceiver.listen({ answer: answerWith(200, {}, 'ü'.repeat(20_000)) })
  await claimBox(server, BOX)
  const { id } = await addWebhook(server, receiver.url())
  await sendTo(server, 'long')
  const listed = await attempted(server, id)
  assert.equal(Buffer.byteLength(listed.attempts[0]?.response ?? ''), 1024)
  const whole: Delivery = await ask(server, 'GET', `/deliveries/${listed.id}`)
  assert.equal(Buffer.byteLength(whole.attempts[0]?.response ?? ''), 16 * 1024)
})
