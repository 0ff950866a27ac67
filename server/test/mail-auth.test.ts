import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import type { AuthResults } from '../src/domain/auth-results.ts'
import { RFC_8463_KEYS, RFC_8463_MAIL } from '../src/protocols/mail-auth/rfc-8463.fixture.ts'
import { KEY_NAME, keyRecord, MAIL, privateKey, seal } from '../src/protocols/mail-auth/test-zone.ts'
import { DnsServer, MuteDnsServer } from './support/dns-server.ts'
import { getMail, subjects } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'

const TO = 'ann@mayfly.test'

const ZONE = {
  'shop.test': 'v=spf1 ip4:127.0.0.1 -all',
  '_dmarc.shop.test': 'v=DMARC1; p=reject',
  [KEY_NAME]: keyRecord(),
  ...RFC_8463_KEYS,
}

function serve(dns: { readonly address: string }): Promise<RunningServer> {
  return startServer({ env: { MAYFLY_DNS_SERVERS: dns.address } })
}

async function send(server: RunningServer, source: string, options: { from?: string; localAddress?: string } = {}) {
  const { from = 'ann@shop.test', localAddress = '127.0.0.1' } = options
  using client = await SmtpClient.greeted(server, { localAddress })
  await client.openData(TO, from)
  assert.equal((await client.command(`${source}\r\n.`)).code, 250)
}

interface Shown {
  readonly id: string
  readonly auth: AuthResults
}

async function ask<T>(server: RunningServer, path: string): Promise<T> {
  const answer = await fetch(`${server.httpUrl}/v1${path}`, { headers: { 'x-api-key': server.key } })
  assert.equal(answer.status, 200, path)
  return (await answer.json()) as T
}

/** Of the newest message, in full. */
async function newestAuth(server: RunningServer): Promise<AuthResults> {
  const [newest] = await getMail(server, TO)
  return (await ask<Shown>(server, `/messages/${newest?.id}`)).auth
}

function words({ spf, dkim, dmarc, arc }: AuthResults): string[] {
  return [spf.result, dkim.result, dmarc.result, arc.result]
}

test('a mail that is what it seems passes, and the results are kept: nobody is asked again', async () => {
  await using dns = await DnsServer.start(ZONE)
  await using server = await serve(dns)
  const transport = createTransport({
    host: '127.0.0.1',
    port: server.smtpPort,
    tls: { rejectUnauthorized: false },
    dkim: {
      domainName: 'shop.test',
      keySelector: 's1',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  })
  await transport.sendMail({ from: 'Ann <ann@shop.test>', to: TO, subject: 'Signed', text: 'Good day' })
  transport.close()
  await newestAuth(server)
  await server.restart({ env: { MAYFLY_DNS_SERVERS: '127.0.0.1:1' } })
  const { spf, dkim, dmarc, arc } = await newestAuth(server)
  assert.deepEqual(
    [spf.result, spf.domain, spf.identity, spf.client_ip],
    ['pass', 'shop.test', 'mailfrom', '127.0.0.1'],
  )
  assert.deepEqual([dkim.result, dkim.domain, dkim.selector, dkim.signatures.length], ['pass', 'shop.test', 's1', 1])
  assert.deepEqual([dmarc.result, dmarc.policy, dmarc.aligned], ['pass', 'reject', ['spf', 'dkim']])
  assert.equal(arc.result, 'none')
})

test('a forged mail fails, and is there all the same', async () => {
  await using dns = await DnsServer.start(ZONE)
  await using server = await serve(dns)
  await send(server, MAIL, { localAddress: '127.0.0.2' })
  const { spf, dmarc } = await newestAuth(server)
  assert.deepEqual([spf.result, spf.client_ip, dmarc.result, dmarc.policy], ['fail', '127.0.0.2', 'fail', 'reject'])
  assert.deepEqual(await subjects(server, TO), ['Hello'])
})

test('what others have signed and sealed is understood', async () => {
  await using dns = await DnsServer.start(ZONE)
  await using server = await serve(dns)
  await send(server, RFC_8463_MAIL, { from: 'joe@football.example.com' })
  const signed = await newestAuth(server)
  assert.deepEqual(words(signed), ['none', 'pass', 'none', 'none'])
  assert.deepEqual(
    signed.dkim.signatures.map(({ result, algorithm }) => [result, algorithm]),
    [
      ['pass', 'ed25519-sha256'],
      ['pass', 'rsa-sha256'],
    ],
  )
  await send(server, await seal(MAIL))
  const { arc } = await newestAuth(server)
  assert.deepEqual([arc.result, arc.domain, arc.instance], ['pass', 'shop.test', 1])
})

test('a name server that never answers holds up the one view, and neither arrival nor other readers', async () => {
  await using dns = await MuteDnsServer.start()
  await using server = await serve(dns)
  await getMail(server, TO)
  await send(server, MAIL)
  const order: string[] = []
  const view = newestAuth(server).then((auth) => {
    order.push('view')
    return auth
  })
  await waitUntil('the name server is asked', () => dns.questions > 0)
  await send(server, MAIL.replace('Hello', 'Second'))
  assert.deepEqual(await subjects(server, TO), ['Second', 'Hello'])
  const waited = await ask<{ messages: Shown[] }>(server, `/inboxes/${encodeURIComponent(TO)}/wait?subject=Second`)
  order.push('wait')
  assert.deepEqual(words(waited.messages[0]?.auth as AuthResults), Array(4).fill('temperror'))
  assert.deepEqual(words(await view), ['temperror', 'none', 'temperror', 'none'])
  assert.deepEqual(order, ['wait', 'view'])
})

test('a server that is killed in the middle of a check has lost nothing', async () => {
  await using mute = await MuteDnsServer.start()
  await using dns = await DnsServer.start(ZONE)
  await using server = await serve(mute)
  await getMail(server, TO)
  await send(server, MAIL)
  const cutOff = assert.rejects(newestAuth(server))
  await waitUntil('the name server is asked', () => mute.questions > 0)
  await server.kill9()
  await cutOff
  await server.start({ MAYFLY_DNS_SERVERS: dns.address })
  assert.deepEqual(words(await newestAuth(server)), ['pass', 'none', 'pass', 'none'])
})

test('where nobody can be asked, a message is shown with what is known', async () => {
  await using server = await serve({ address: '127.0.0.1:1' })
  await send(server, MAIL)
  assert.deepEqual(words(await newestAuth(server)), ['temperror', 'none', 'temperror', 'none'])
})

test('on a bench without name servers of its own, a mail from this machine has nothing to prove', async () => {
  await using server = await startServer()
  await send(server, MAIL)
  assert.deepEqual(words(await newestAuth(server)), ['none', 'none', 'none', 'none'])
})
