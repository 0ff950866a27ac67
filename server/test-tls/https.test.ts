import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { test } from 'node:test'
import { connect } from 'node:tls'
import { collect } from '../test/support/mayflyd-command.ts'
import { type RunningServer, startServer } from '../test/support/running-server.ts'
import { sendMail } from '../test/support/smtp-client.ts'
import { waitUntil, within } from '../test/support/wait-until.ts'

interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const agent = new Agent({ rejectUnauthorized: false })

async function ask({ httpsUrl, key }: RunningServer, path: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  get(`${httpsUrl}${path}`, { agent, headers: { 'X-API-KEY': key } }, (answer) => {
    const text = collect(answer)
    answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text: text() }))
  }).on('error', reject)
  return within(path, promise)
}

test('everything that HTTP has, HTTPS has too, and says that it is to stay', async () => {
  await using server = await startServer({ env: { MAYFLY_HTTPS_PORT: '0' } })
  const empty = await ask(server, '/getMail?email=a%40mayfly.test')
  assert.deepEqual([empty.status, empty.text], [200, '[]'])
  assert.equal(empty.headers['strict-transport-security'], 'max-age=31536000')
  const waiting = ask(server, '/v1/inboxes/a@mayfly.test/wait?timeout=30')
  await sendMail(server, 'a@mayfly.test', 'Subject: over TLS\r\n\r\n')
  assert.equal(JSON.parse((await waiting).text).messages[0].subject, 'over TLS')
  assert.equal((await ask(server, '/v1/account')).headers['strict-transport-security'], 'max-age=31536000')
  assert.match((await ask(server, '/docs')).text, /https:\/\/127\.0\.0\.1:/)
  const plain = await fetch(`${server.httpUrl}/healthz`)
  assert.equal(plain.headers.get('strict-transport-security'), null)
})

test('connections are counted over both ports together', async () => {
  await using server = await startServer({ env: { MAYFLY_HTTPS_PORT: '0', MAYFLY_HTTP_MAX_CONNECTIONS: '4' } })
  const [plainPort, securePort] = [server.httpUrl, server.httpsUrl].map((url) => Number(new URL(url).port))
  const plain = Array.from({ length: 2 }, () => connectPlain(plainPort as number, '127.0.0.1'))
  // One of the two has not said a word of TLS yet.
  const secure = [
    connect({ port: securePort as number, host: '127.0.0.1', rejectUnauthorized: false }),
    connectPlain(securePort as number, '127.0.0.1'),
  ]
  await Promise.all([...plain, secure[1] as (typeof plain)[number]].map((socket) => once(socket, 'connect')))
  await once(secure[0] as (typeof plain)[number], 'secureConnect')
  for (const port of [plainPort, securePort]) {
    const tooMany = connectPlain(port as number, '127.0.0.1')
    tooMany.on('error', () => undefined)
    await within('it to be turned away', once(tooMany, 'close'))
  }
  plain[0]?.destroy()
  const again = await waitUntil('there is room', () => ask(server, '/healthz').catch(() => null))
  assert.equal(again.status, 200)
  for (const socket of [...plain, ...secure]) socket.destroy()
})

test('a stop answers those who wait over TLS, and leaves nobody hanging in a handshake', async () => {
  await using server = await startServer({ env: { MAYFLY_HTTPS_PORT: '0' } })
  await ask(server, '/getMail?email=a%40mayfly.test')
  const silent = connectPlain(Number(new URL(server.httpsUrl).port), '127.0.0.1')
  await once(silent, 'connect')
  silent.on('error', () => undefined)
  const gone = once(silent, 'close')
  const waiting = ask(server, '/v1/inboxes/a@mayfly.test/wait?timeout=50')
  await waitUntil('it waits', async () =>
    /mayfly_\w*waits\w*(?:\{[^}]*\})? 1$/m.test(await (await fetch(`${server.httpUrl}/metrics`)).text()),
  )
  const stopped = server.stop()
  assert.equal((await waiting).status, 200)
  await within('the end of who said nothing', gone)
  assert.equal(await stopped, 0)
})
