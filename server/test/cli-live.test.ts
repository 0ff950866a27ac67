import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../clients/typescript/src/verify-webhook.ts'
import { buildDeliveryRequest } from '../src/fronts/webhooks/delivery-request.ts'
import { MayflyUser, type Running } from './support/mayfly-command.ts'
import { startServer } from './support/running-server.ts'
import { sendMail } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'

/** The lines of standard output, read as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
function events(running: Running): any[] {
  return running.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

function mail(subject: string): string {
  return `From: Acme <otp@acme.test>\r\nSubject: ${subject}\r\n\r\nhello\r\n`
}

test('watch shows mail as it arrives, and comes back when the server does', async () => {
  await using server = await startServer()
  using user = new MayflyUser(server)
  await user.run(['inbox', 'new', 'one@mayfly.test'])
  using everything = user.launch('watch', '--json')
  using one = user.launchInTerminal('watch', 'one@mayfly.test')
  await waitUntil('it watches', () => everything.stdout.startsWith('{"event":"watching","inbox":null}\n'))
  await one.says(/Watching one@mayfly\.test\. Ctrl-C ends it\./)
  await user.run(['inbox', 'new', 'two@mayfly.test'])
  await sendMail(server, ['one@mayfly.test', 'two@mayfly.test'], mail('First'))
  await one.says(/one@mayfly\.test.*otp@acme\.test: First/)
  await waitUntil('three events', () => events(everything).length === 4)

  const ports = { MAYFLY_HTTP_PORT: new URL(server.httpUrl).port }
  await server.kill9()
  await one.says(/The connection to \S+ is lost\. Trying again …/)
  await server.start(ports)
  await sendMail(server, 'one@mayfly.test', mail('Second'))
  await one.says(/Connected again\.[\s\S]*otp@acme\.test: Second/)
  await waitUntil('the event after the outage', () => events(everything).length === 5)
  assert.deepEqual(
    events(everything).map(({ event, data }) => [event, data?.inbox, data?.subject]),
    [
      ['watching', undefined, undefined],
      ['inbox.created', 'two@mayfly.test', undefined],
      ['message.received', 'one@mayfly.test', 'First'],
      ['message.received', 'two@mayfly.test', 'First'],
      ['message.received', 'one@mayfly.test', 'Second'],
    ],
  )
  assert.ok(!one.stdout.includes('two@mayfly.test'))
  one.type('\u0003')
  assert.equal((await one.end).code, 130)
})

test('watch ends with a sentence where the server cannot be reached at all, or the key is gone', async () => {
  await using server = await startServer()
  using owner = new MayflyUser(server)
  const { id, key } = JSON.parse((await owner.run(['key', 'new', 'short', '--json'])).stdout)
  using user = new MayflyUser({ httpUrl: server.httpUrl, key })
  using watch = user.launch('watch')
  await watch.says(/Watching/)
  await owner.run(['key', 'revoke', id])
  await server.restart({ samePorts: true })
  const ended = await watch.end
  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /mayfly: The key in MAYFLY_API_KEY was revoked\./)
  await server.kill9()
  const lost = await user.run(['watch'])
  assert.equal(lost.code, 1)
  assert.match(lost.stderr, /^mayfly: \S+ cannot be reached/)
})

interface Delivered {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** What somebody is building, on this machine. */
async function startProgram(status: () => number) {
  const delivered: Delivered[] = []
  const program = createServer(async (request, response) => {
    delivered.push({ headers: request.headers, body: await buffer(request) })
    response.writeHead(status()).end('thank you')
  })
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  const { port } = program.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    delivered,
    [Symbol.dispose]: () => void program.close(),
  }
}

test('listen forwards events, signed as real deliveries are', async () => {
  await using server = await startServer()
  using user = new MayflyUser(server)
  const statuses = [200, 500]
  using program = await startProgram(() => statuses.shift() ?? 204)
  using listen = user.launch('listen', '--forward-to', `${program.port}/hooks`)
  const [, secret = ''] = await listen.says(/^Signing with (whsec_\S+)\n/)
  await listen.says(/Forwarding to http:\/\/127\.0\.0\.1:\d+\/hooks/)
  await user.run(['inbox', 'new', 'hooked@mayfly.test'])
  await sendMail(server, 'hooked@mayfly.test', mail('Signed, größer'))
  await listen.says(
    /inbox\.created {2}hooked@mayfly\.test {2}status 200 in \d+ ms {2}dlv_\S+\n.*message\.received .*status 500 in/,
  )
  for (const { headers, body } of program.delivered) {
    await verifyWebhook(body, headers, secret)
    new Webhook(secret).verify(body, headers as Record<string, string>)
    const { event, delivery_id: deliveryId, timestamp, data } = JSON.parse(String(body))
    const real = buildDeliveryRequest({
      ...{ event, deliveryId, data, attempt: 1, at: timestamp * 1_000 },
      secrets: { current: secret, previous: null },
    })
    assert.equal(String(body), String(real.body))
    for (const [name, value] of Object.entries(real.headers)) assert.equal(headers[name.toLowerCase()], value, name)
  }
  const { data } = JSON.parse(String(program.delivered[1]?.body))
  assert.deepEqual([data.subject, data.from, data.encrypted], ['Signed, größer', 'otp@acme.test', false])
  assert.deepEqual(Object.keys(data).slice(0, 3), ['inbox_id', 'inbox', 'message_id'])
})

test("listen with an endpoint's secret, some events alone, and nobody at home", async () => {
  await using server = await startServer({ env: { MAYFLY_WEBHOOK_ALLOW_HTTP: '1' } })
  using user = new MayflyUser(server)
  const made = JSON.parse((await user.run(['webhook', 'new', 'https://example.com/hooks', '--json'])).stdout)
  let url: string
  {
    using program = await startProgram(() => 200)
    url = program.url
  }
  using listen = user.launch(
    'listen',
    '--forward-to',
    url,
    '--webhook',
    made.id,
    '--event',
    'message.received',
    '--json',
  )
  const [line] = await listen.says(/^.*\n/)
  assert.deepEqual(JSON.parse(line), { event: 'listening', forward_to: url, secret: made.secret })
  await user.run(['inbox', 'new', 'quiet@mayfly.test'])
  await sendMail(server, 'quiet@mayfly.test', mail('Hello'))
  await waitUntil('it is told', () => events(listen).length > 1)
  const [, { event, inbox, status, error }] = events(listen)
  assert.deepEqual([event, inbox, status, error], ['message.received', 'quiet@mayfly.test', null, 'ECONNREFUSED'])
  for (const [args, complaint] of [
    [['--forward-to', 'nonsense'], /Give a web address/],
    [['--forward-to', '3000', '--secret', 'short'], /Give whsec_/],
    [['--forward-to', '3000', '--secret', made.secret, '--webhook', made.id], /cannot be used with/],
  ] as const) {
    const { code, stderr } = await user.run(['listen', ...args])
    assert.equal(code, 2)
    assert.match(stderr, complaint)
  }
})
