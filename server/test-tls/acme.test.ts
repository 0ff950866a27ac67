import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startServer } from '../test/support/running-server.ts'
import { waitUntil } from '../test/support/wait-until.ts'
import { Operator } from './operator.ts'
import { Pebble } from './pebble.ts'
import { show, TLS_PORTS } from './shown-certificate.ts'

const NAME = 'mail.example.com'
const ORDER_MS = 60_000

test('a certificate is ordered over HTTP, served by every front, and kept', async () => {
  await using pebble = await Pebble.start()
  await using server = await startServer({ env: pebble.env(NAME, 'mx.example.com'), key: null })
  const operator = await Operator.signIn(server)
  assert.match(operator.setCookie, /^__Host-mayfly_session=.*; Secure/)
  const state = await waitUntil(
    'the certificate is there',
    async () => (await operator.certificates()).find(({ source, issuer }) => source === 'acme' && issuer !== null),
    ORDER_MS,
  )
  assert.deepEqual([state.names, state.last_error], [[NAME, 'mx.example.com'], null])
  assert.match(state.issuer ?? '', /^Pebble Intermediate/)
  assert.ok(Date.parse(state.next_try_at ?? '') < Date.parse(state.expires_at ?? ''))
  const ca = await pebble.root()
  const seen = new Set<string | undefined>()
  for (const port of TLS_PORTS) {
    const { authorized, certificate } = await show(port, server, { ca, servername: NAME })
    assert.ok(authorized, port)
    seen.add(certificate.fingerprint256)
  }
  assert.equal(seen.size, 1)
  assert.match(server.log, /"names":\["mail\.example\.com","mx\.example\.com"\].*"msg":"a certificate was issued"/)
  const metrics = await (await fetch(`${server.httpUrl}/metrics`)).text()
  const [, left] =
    /mayfly_certificate_expiry_seconds\{name="mail\.example\.com",source="acme"\} ([\d.]+)/.exec(metrics) ?? []
  assert.ok(Number(left) > 80 * 86_400, metrics)

  // It is in the store: the next start serves it from the first moment, and orders none.
  await pebble.pause()
  await server.restart({ samePorts: true })
  const { authorized, certificate } = await show('smtp', server, { ca, servername: NAME })
  assert.deepEqual([authorized, seen.has(certificate.fingerprint256)], [true, true])
  const unknown = await fetch(`${server.httpUrl}/.well-known/acme-challenge/${'a'.repeat(43)}`)
  assert.equal(unknown.status, 404)
})

test('a name with an asterisk is proven in DNS, by the hook', async () => {
  await using pebble = await Pebble.start()
  const hook = pebble.dnsHook()
  const names = ['*.wild.example.com', 'wild.example.com']
  const env = { ...pebble.env(...names), MAYFLY_ACME_DNS_HOOK: hook }
  await using server = await startServer({ env })
  await waitUntil('it is issued', () => server.log.includes('a certificate was issued'), ORDER_MS)
  const ca = await pebble.root()
  for (const servername of ['any.wild.example.com', 'wild.example.com']) {
    const { authorized } = await show('https', server, { ca, servername })
    assert.ok(authorized, servername)
  }
  const calls = readFileSync(`${hook}.log`, 'utf8').trim().split('\n')
  assert.ok(
    calls.every((line) => /^(?:set|clear) _acme-challenge\.wild\.example\.com [\w-]{43}$/.test(line)),
    String(calls),
  )
  assert.equal(calls.filter((line) => line.startsWith('clear')).length, 2)
})

test('near its end it is renewed; where the authority is down, the old one stays and somebody is told', async () => {
  await using pebble = await Pebble.start({ validSeconds: 12 })
  await using server = await startServer({ env: pebble.env(NAME), key: null })
  const operator = await Operator.signIn(server)
  const issued = () => server.log.split('"msg":"a certificate was issued"').length - 1
  await waitUntil('it is issued', () => issued() > 0, ORDER_MS)
  const first = await show('imaps', server, { servername: NAME })
  await waitUntil('it is renewed', () => issued() > 1, ORDER_MS)
  const second = await show('imaps', server, { servername: NAME })
  assert.notEqual(second.certificate.fingerprint256, first.certificate.fingerprint256)

  await pebble.pause()
  const failed = await waitUntil(
    'the failure shows',
    async () => (await operator.certificates()).find(({ last_error }) => last_error !== null),
    ORDER_MS,
  )
  assert.match(
    failed.last_error ?? '',
    /^The authority cannot be reached at https:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/,
  )
  assert.equal(failed.source, 'acme')
  const line = server.log.split('\n').find((text) => text.includes('a certificate could not be had')) ?? ''
  const { time, next_try_at, reason } = JSON.parse(line)
  assert.equal(reason, failed.last_error)
  // Both moments are the server's: a minute, and up to a tenth of it.
  const pauseMs = Date.parse(next_try_at) - Date.parse(time)
  assert.ok(pauseMs > 59_000 && pauseMs < 67_000, `${pauseMs}`)
  const still = await show('smtp', server, { servername: NAME })
  assert.equal(still.certificate.issuer.CN, second.certificate.issuer.CN)

  // A restart does not make it ask sooner.
  await server.restart({ samePorts: true })
  assert.equal(server.log.split('a certificate could not be had').length - 1, 1)
})
