import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { ImapFlow } from 'imapflow'
import { Folder } from '../test/support/folder.ts'
import { subjects } from '../test/support/get-mail.ts'
import { run } from '../test/support/mayflyd-command.ts'
import { type RunningServer, startServer } from '../test/support/running-server.ts'

let server: RunningServer
before(async () => {
  server = await startServer({ env: { MAYFLY_HTTPS_PORT: '0' } })
})
after(() => server[Symbol.asyncDispose]())

const WHERE: Readonly<Record<string, () => readonly string[]>> = {
  https: () => ['-connect', new URL(server.httpsUrl).host],
  imaps: () => ['-connect', `127.0.0.1:${server.imapsPort}`],
  imap: () => ['-starttls', 'imap', '-connect', `127.0.0.1:${server.imapPort}`],
  smtp: () => ['-starttls', 'smtp', '-connect', server.smtpAddress],
}

const openssl = (port: string, ...args: string[]) => run('openssl', ['s_client', ...(WHERE[port]?.() ?? []), ...args])

for (const port of Object.keys(WHERE)) {
  test(`openssl at the port of ${port}: TLS 1.2 and 1.3, with forward secrecy, and nothing older`, async () => {
    const two = await openssl(port, '-tls1_2')
    assert.match(two.stdout, /^New, TLSv1\.2, Cipher is ECDHE-ECDSA-AES128-GCM-SHA256$/m)
    const three = await openssl(port, '-tls1_3')
    assert.match(three.stdout, /^New, TLSv1\.3, Cipher is TLS_AES_128_GCM_SHA256$/m)
    for (const old of ['-tls1', '-tls1_1']) {
      const { code, stderr } = await openssl(port, old, '-cipher', 'ALL:@SECLEVEL=0')
      assert.notEqual(code, 0)
      assert.match(stderr, /alert protocol version|unsupported protocol/)
    }
    for (const weak of ['AES128-GCM-SHA256', 'ECDHE-ECDSA-AES128-SHA', 'DHE-RSA-AES128-GCM-SHA256']) {
      const { code } = await openssl(port, '-tls1_2', '-cipher', `${weak}:@SECLEVEL=0`)
      assert.notEqual(code, 0, weak)
    }
  })
}

test('swaks sends over TLS 1.2 and 1.3', async () => {
  for (const version of ['tlsv1_2', 'tlsv1_3']) {
    const to = `${version}@mayfly.test`
    const args = ['--server', server.smtpAddress, '--to', to, '--tls', '--tls-protocol', version]
    const { code, stdout } = await run('swaks', args)
    assert.equal(code, 0, stdout)
    assert.match(stdout, /=== TLS started with cipher TLSv1\.[23]:/)
    assert.equal((await subjects(server, to)).length, 1)
  }
})

test('imapflow, by STARTTLS and by TLS from the first byte', async () => {
  for (const secure of [false, true]) {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: secure ? server.imapsPort : server.imapPort,
      secure,
      doSTARTTLS: !secure,
      tls: { rejectUnauthorized: false },
      auth: { user: 'flow@mayfly.test', pass: server.key },
      logger: false,
    })
    await client.connect()
    assert.equal(client.secureConnection, true)
    await client.logout()
  }
})

interface Finding {
  readonly id: string
  readonly severity: string
  readonly finding: string
}

test('testssl.sh finds nothing above low', async () => {
  using folder = new Folder()
  const file = folder.join('findings.json')
  const quiet = ['--quiet', '--color', '0', '--warnings', 'off']
  // Protocols, ciphers, preferences, and every attack that it knows.
  const checks = ['-p', '-s', '-P', '-U']
  const { stdout } = await run('testssl', [...quiet, ...checks, '--jsonfile', file, new URL(server.httpsUrl).host])
  const findings = JSON.parse(readFileSync(file, 'utf8')) as Finding[]
  assert.ok(
    findings.some(({ id, finding }) => id === 'TLS1_3' && finding.startsWith('offered')),
    stdout,
  )
  assert.ok(
    findings.some(({ id }) => id === 'secure_client_renego'),
    stdout,
  )
  // Of its own openssl it warns, too; that is WARN, and not about us.
  const bad = findings.filter(({ severity }) => ['MEDIUM', 'HIGH', 'CRITICAL', 'FATAL'].includes(severity))
  assert.deepEqual(bad, [])
})
