import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { askMail, getMail, subjects } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'

const env = { MAYFLY_SHUTDOWN_TIMEOUT: '60s' }

/** A client in the middle of its mail. */
async function beginMail(server: RunningServer, to: string): Promise<SmtpClient> {
  const client = await SmtpClient.greeted(server)
  await client.openData(to)
  client.write('Subject: in hand\r\n\r\nThe first half, ')
  return client
}

async function openWaits(server: RunningServer): Promise<number> {
  const metrics = await (await fetch(`${server.httpUrl}/metrics`)).text()
  return Number(/^mayfly_http_open_waits (\d+)$/m.exec(metrics)?.[1])
}

test('a stop answers whoever waits, sends the idle away, and finishes the mail in hand', async () => {
  await using server = await startServer({ env })
  using idle = await SmtpClient.greeted(server)
  using busy = await beginMail(server, 'stop@mayfly.test')
  const waiting = getMail(server, 'quiet@mayfly.test', { wait: 50 })
  await waitUntil('the wait is open', async () => (await openWaits(server)) === 1)

  server.signal('SIGTERM')
  assert.match(await idle.end(), /^421 4\.3\.2 [^\r\n]*\r\n$/)
  await busy.expect(250, 'and the second.\r\n.')
  assert.deepEqual(await waiting, [])
  assert.equal(await server.exited, 0)

  await server.start()
  const [message, ...others] = await getMail(server, 'stop@mayfly.test')
  assert.ok(message && others.length === 0)
  assert.match(message.text, /^The first half, and the second\.\s*$/)
})

test('while it stops, nobody new is let in and the ready check says so', async () => {
  await using server = await startServer({ env })
  using busy = await beginMail(server, 'stop@mayfly.test')
  server.signal('SIGTERM')
  await waitUntil('the SMTP port is closed', () =>
    SmtpClient.greeted(server).then(
      () => false,
      () => true,
    ),
  )
  const ready = await fetch(`${server.httpUrl}/readyz`)
  assert.equal(ready.status, 503)
  assert.equal((await askMail(server, 'stop@mayfly.test')).status, 200)
  await busy.expect(250, '\r\n.')
  assert.equal(await server.exited, 0)
})

test('two signals within a second are one request', async () => {
  await using server = await startServer({ env })
  using busy = await beginMail(server, 'twice@mayfly.test')
  server.signal('SIGTERM')
  server.signal('SIGINT')
  server.signal('SIGTERM')
  await waitUntil('the stop has begun', () => server.log.includes('"msg":"stopping"'))
  await busy.expect(250, '\r\n.')
  assert.equal(await server.exited, 0)
  await server.start()
  assert.deepEqual(await subjects(server, 'twice@mayfly.test'), ['in hand'])
})

test('another signal a second later ends it at once, and what was stored before is there', async () => {
  await using server = await startServer({ env })
  using busy = await beginMail(server, 'impatient@mayfly.test')
  using other = await SmtpClient.greeted(server)
  assert.equal((await other.mail('impatient@mayfly.test', 'Subject: stored\r\n\r\n')).code, 250)
  server.signal('SIGTERM')
  await waitUntil('the stop has begun', () => server.log.includes('"msg":"stopping"'))
  await pause(1_100)
  assert.equal(await server.stop('SIGTERM'), 143)
  assert.equal(busy.closed || (await busy.end()) === '', true)
  await server.start()
  assert.deepEqual(await subjects(server, 'impatient@mayfly.test'), ['stored'])
})

test('a stop waits no longer for a mail than it may', async () => {
  await using server = await startServer({ env: { MAYFLY_SHUTDOWN_TIMEOUT: '500ms' } })
  using _busy = await beginMail(server, 'never@mayfly.test')
  assert.equal(await server.stop(), 0)
  await server.start()
  assert.deepEqual(await subjects(server, 'never@mayfly.test'), [])
})
