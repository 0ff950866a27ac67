import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { subjects } from './support/get-mail.ts'
import { run } from './support/mayflyd-command.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'
import { storedSource } from './support/stored-source.ts'

let server: RunningServer
before(async () => {
  server = await startServer()
})
after(() => server[Symbol.asyncDispose]())

const openssl = (args: readonly string[], input = '') =>
  run('openssl', ['s_client', '-starttls', 'smtp', '-connect', server.smtpAddress, ...args], input)

const dialogue = (to: string) =>
  `EHLO openssl.test\r\nMAIL FROM:<a@elsewhere.test>\r\nRCPT TO:<${to}>\r\nDATA\r\nSubject: by openssl\r\n\r\nHello\r\n.\r\nQUIT\r\n`

for (const [option, version] of [
  ['-tls1_2', 'TLSv1.2'],
  ['-tls1_3', 'TLSv1.3'],
] as const) {
  test(`openssl sends a mail over ${version}, and its trace says so`, async () => {
    const to = `openssl${option.slice(-1)}@mayfly.test`
    const { code, stdout, stderr } = await openssl([option, '-quiet'], dialogue(to))
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^250 2\.0\.0 Stored/m)
    assert.match(stdout, /^221 /m)
    assert.deepEqual(await subjects(server, to), ['by openssl'])
    const source = String(await storedSource(server, to))
    assert.match(source, /^Received: from openssl\.test \(\[127\.0\.0\.1\]\)\r\n\tby mayfly\.test with ESMTPS id /m)
    assert.match(source, new RegExp(`^\t\\(${version} TLS_[A-Z0-9_]+\\)\r\n\tfor <${to}>;`, 'm'))
  })
}

test('TLS 1.1 and older are refused', async () => {
  for (const option of ['-tls1', '-tls1_1']) {
    const { code, stdout, stderr } = await openssl([option, '-cipher', 'ALL:@SECLEVEL=0'], 'QUIT\r\n')
    assert.notEqual(code, 0)
    assert.match(stderr, /alert protocol version|unsupported protocol/)
    assert.doesNotMatch(stdout, /^Verify return code|^New, TLS/m)
  }
  // Whoever failed at the handshake has not hurt the others.
  using client = await SmtpClient.greeted(server)
  assert.equal((await client.mail('after@mayfly.test', 'Subject: after\r\n\r\n')).code, 250)
})

test('swaks sends over TLS', async () => {
  const { code, stdout } = await run('swaks', ['--tls', '--server', server.smtpAddress, '--to', 'swaks@mayfly.test'])
  assert.equal(code, 0, stdout)
  assert.match(stdout, /=== TLS started with cipher TLSv1\.3/)
  assert.equal((await subjects(server, 'swaks@mayfly.test')).length, 1)
})

test('STARTTLS is offered before TLS and not after it', async () => {
  using client = await SmtpClient.connect(server)
  assert.match((await client.command('EHLO client.test')).text, /^STARTTLS$/m)
  await client.expect(501, 'STARTTLS now')
  await client.expect(220, 'STARTTLS')
  const socket = await client.secure({ maxVersion: 'TLSv1.2' })
  assert.equal(socket.getProtocol(), 'TLSv1.2')
  assert.doesNotMatch((await client.command('EHLO client.test')).text, /^STARTTLS$/m)
  await client.expect(503, 'STARTTLS')
})

test('the certificate is the same after a restart', async () => {
  const fingerprint = async (): Promise<string | undefined> => {
    using client = await SmtpClient.greeted(server)
    await client.expect(220, 'STARTTLS')
    return (await client.secure()).getPeerCertificate().fingerprint256
  }
  const before = await fingerprint()
  await server.restart()
  assert.equal(await fingerprint(), before)
})
