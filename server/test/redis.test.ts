import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Folder } from './support/folder.ts'
import { freePort } from './support/free-port.ts'
import { subjects } from './support/get-mail.ts'
import { mayflyd } from './support/mayflyd-command.ts'
import { RedisServer, startRedis } from './support/redis-server.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { sendMail } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'
import { makeAuthority } from './support/webhook-authority.ts'

const A = 'a@mayfly.test'
const letter = (subject: string) => `From: a@sender.test\r\nSubject: ${subject}\r\n\r\nHello\r\n`

async function readiness({ httpUrl }: RunningServer): Promise<{ status: number; body: object }> {
  const answer = await fetch(`${httpUrl}/readyz`)
  return { status: answer.status, body: (await answer.json()) as object }
}

function becomes(server: RunningServer, expected: object): Promise<unknown> {
  return waitUntil(`/readyz says ${JSON.stringify(expected)}`, async () => {
    const { status, body } = await readiness(server)
    assert.equal(status, 200, 'Redis or not, it is ready')
    return JSON.stringify(body) === JSON.stringify(expected)
  })
}

async function sendAndRead(server: RunningServer, subject: string): Promise<void> {
  const waiting = subjects(server, A, { wait: 20, subject })
  await sendMail(server, A, letter(subject))
  assert.deepEqual(await waiting, [subject])
}

test('Redis comes late, dies and comes back: mail flows all the time, and nobody restarts anything', async () => {
  await using redis = new RedisServer(await freePort(), [])
  await using server = await startServer({ env: { MAYFLY_REDIS_URL: redis.url } })
  assert.deepEqual(await readiness(server), { status: 200, body: { status: 'ready', without: ['redis'] } })
  await sendAndRead(server, 'before')
  await redis.start()
  await becomes(server, { status: 'ready' })
  await sendAndRead(server, 'with')
  await redis.kill()
  await becomes(server, { status: 'ready', without: ['redis'] })
  await sendAndRead(server, 'without')
  const metrics = await (await fetch(`${server.httpUrl}/metrics`)).text()
  assert.match(metrics, /^mayfly_redis_up 0$/m)
  assert.match(metrics, /^mayfly_limits_counted_alone_total [1-9]/m)
  await redis.start()
  await becomes(server, { status: 'ready' })
  await sendAndRead(server, 'again')
  assert.equal(await server.stop(), 0)
})

test('Redis hangs: a stop does not wait for it', async () => {
  await using redis = await startRedis()
  await using server = await startServer({ env: { MAYFLY_REDIS_URL: redis.url } })
  await becomes(server, { status: 'ready' })
  redis.freeze()
  await sendAndRead(server, 'while it hangs')
  assert.equal(await server.stop(), 0)
})

test('a user, a password and a database of its own', async () => {
  const rights = '--user mayfly on >se/cret ~mayfly:* &mayfly:* +@all -@admin --user default off'
  await using redis = await startRedis({ args: rights.split(' ') })
  const url = `redis://mayfly:${encodeURIComponent('se/cret')}@127.0.0.1:${redis.port}/3`
  await using server = await startServer({ env: { MAYFLY_REDIS_URL: url } })
  await becomes(server, { status: 'ready' })
  await sendAndRead(server, 'hello')
  assert.doesNotMatch(server.log, /se.{1,3}cret/)
})

async function assertRefuses(url: string, expected: RegExp): Promise<void> {
  using folder = new Folder()
  const { code, stdout, stderr } = await mayflyd(['serve'], { MAYFLY_DATA_DIR: folder.path, MAYFLY_REDIS_URL: url })
  assert.match(stderr, expected, url)
  assert.match(stderr, /^mayflyd: [^\n]+\n$/)
  assert.doesNotMatch(stderr + stdout, /\bat .*\.ts:\d|bug in Mayfly|:wrong|:right|poor:poor/)
  assert.equal(code, 1)
}

test('over TLS, with an authority of one’s own', async () => {
  using folder = new Folder()
  const { certificate, issued } = await makeAuthority()
  const files = { ca: certificate, ...issued }
  for (const [name, text] of Object.entries(files)) writeFileSync(folder.join(name), text)
  const port = await freePort()
  const tls = ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no']
  const keys = ['--tls-cert-file', folder.join('cert'), '--tls-key-file', folder.join('key')]
  await using redis = new RedisServer(port, [...tls, ...keys, '--tls-ca-cert-file', folder.join('ca')])
  await redis.start()
  const url = `rediss://127.0.0.1:${port}`
  await assertRefuses(url, /The certificate of Redis at .* is not trusted .* NODE_EXTRA_CA_CERTS/)
  await using server = await startServer({ env: { MAYFLY_REDIS_URL: url, NODE_EXTRA_CA_CERTS: folder.join('ca') } })
  await becomes(server, { status: 'ready' })
})

test('what cannot be used is refused in one sentence', async () => {
  const rights = '--user poor on >poor ~* &* +@all -eval -evalsha --requirepass right'
  await using redis = await startRedis({ args: rights.split(' ') })
  const web = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
  await once(web, 'listening')
  await using _web = { [Symbol.asyncDispose]: async () => void web.close() }
  const place = `127.0.0.1:${redis.port}`
  for (const [url, expected] of [
    [`redis://${place}`, /does not let this user in\. Correct the user and the password in MAYFLY_REDIS_URL/],
    [`redis://:wrong@${place}`, /does not let this user in/],
    [`redis://:right@${place}/77`, /database 77: there is no such database/],
    [`redis://poor:poor@${place}`, /does not let this user do what is needed/],
    [`redis://127.0.0.1:${(web.address() as AddressInfo).port}`, /is not Redis\. Correct the host and the port/],
    ['http://127.0.0.1', /MAYFLY_REDIS_URL is not valid\. Expected an address such as redis:/],
    ['redis://h/x', /MAYFLY_REDIS_URL is not valid/],
  ] as const) {
    await assertRefuses(url, expected)
  }
})

test('a node does what its roles say, and nothing else', async () => {
  const args = ['--roles', 'smtp,sweeper']
  await using server = await startServer({ args, env: { MAYFLY_METRICS_PORT: '0' } })
  const { metrics = '', ...rest } = server.addresses
  assert.deepEqual(
    Object.keys(rest).filter((name) => /^(http|smtp|imaps?)$/.test(name)),
    ['smtp'],
  )
  assert.match(server.log, /Mayfly is running on this node: smtp, sweeper/)
  assert.equal((await fetch(`http://${metrics}/readyz`)).status, 200)
  assert.match(await (await fetch(`http://${metrics}/metrics`)).text(), /^mayfly_smtp/m)
  assert.equal((await fetch(`http://${metrics}/v1/inboxes`)).status, 404)
  await sendMail(server, A, letter('for later'))
  await server.stop()
  await using reader = await startServer({ args: ['--roles', 'http'], dataDir: server.dataDir, key: server.key })
  assert.deepEqual(await subjects(reader, A), ['for later'])
  const { code, stderr } = await mayflyd(['serve', '--roles', 'smtp,htpp'], { MAYFLY_DATA_DIR: server.dataDir })
  assert.equal(code, 2)
  assert.equal(
    stderr,
    'mayflyd: --roles has "htpp", which is no role. Did you mean http? The roles are smtp, http, imap, webhooks, sweeper.\n',
  )
})
