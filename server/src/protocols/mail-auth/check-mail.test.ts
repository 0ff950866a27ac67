import assert from 'node:assert/strict'
import { test } from 'node:test'
import { glance } from './glance.ts'
import { RFC_8463_KEYS, RFC_8463_MAIL } from './rfc-8463.fixture.ts'
import { failure, KEY_NAME, keyRecord, MAIL, seal, sign, TestZone } from './test-zone.ts'

const LOOPBACK = { peer: { address: '::ffff:127.0.0.1', helo: 'bench' } }
const TRACE =
  'Return-Path: <a@b.test>\r\nReceived: from x ([192.0.2.1])\r\n\tby mayfly.test; Fri, 1 Jan 2027 00:00:00 +0000\r\n'

test('a message that another implementation signed passes, also below our trace lines (RFC 8463 §A)', async () => {
  for (const source of [RFC_8463_MAIL, TRACE + RFC_8463_MAIL]) {
    const { dkim } = await new TestZone(RFC_8463_KEYS).check(source)
    assert.deepEqual(
      dkim.signatures.map(({ result, domain, selector, algorithm }) => [result, domain, selector, algorithm]),
      [
        ['pass', 'football.example.com', 'brisbane', 'ed25519-sha256'],
        ['pass', 'football.example.com', 'test', 'rsa-sha256'],
      ],
    )
    assert.deepEqual([dkim.result, dkim.domain, dkim.selector], ['pass', 'football.example.com', 'brisbane'])
  }
})

test('a changed body fails, a changed header too', async () => {
  const zone = new TestZone(RFC_8463_KEYS)
  const body = await zone.check(RFC_8463_MAIL.replace('lost', 'won'))
  assert.deepEqual(
    zone.questions.filter((question) => question.includes('_domainkey')),
    [],
    'no key is needed to see it',
  )
  const header = await zone.check(RFC_8463_MAIL.replace('dinner', 'supper'))
  for (const { dkim } of [body, header]) {
    assert.deepEqual(
      dkim.signatures.map(({ result }) => result),
      ['fail', 'fail'],
    )
    assert.equal(dkim.result, 'fail')
  }
})

test('a signature over Received is not disturbed by the one that we add above (RFC 6376 §5.4.2)', async () => {
  const hop = 'Received: from a.test by b.test; Fri, 1 Jan 2027 00:00:00 +0000\r\n'
  const signed = await sign(hop + MAIL, { headers: ['From', 'Received', 'Subject'] })
  const { dkim } = await new TestZone({ [KEY_NAME]: keyRecord() }).check(TRACE + signed)
  assert.equal(dkim.result, 'pass')
})

test('where there is nobody to ask, nobody is asked', async () => {
  const zone = new TestZone()
  for (const origin of [LOOPBACK, { peer: null }, { peer: { address: '10.1.2.3', helo: 'x' } }]) {
    const { spf, dkim, dmarc, arc } = await zone.check(MAIL, origin)
    assert.deepEqual([spf.result, dkim.result, dmarc.result, arc.result], ['none', 'none', 'none', 'none'])
    const glanced = glance({ envelopeFrom: 'ann@shop.test', ...origin }, [{ name: 'From' }], false)
    assert.deepEqual(glanced, { spf, dkim, dmarc, arc })
  }
  assert.deepEqual(zone.questions, [])
})

test('a glance is not enough where there is a public peer, a signature or a seal', () => {
  const far = { peer: { address: '2001:db8::1', helo: 'x' }, envelopeFrom: '' }
  const near = { envelopeFrom: '', ...LOOPBACK }
  assert.equal(glance(far, [], false), null)
  assert.equal(glance(near, [], true), null)
  for (const name of ['DKIM-Signature', 'arc-seal', 'ARC-Message-Signature']) {
    assert.equal(glance(near, [{ name }], false), null)
  }
})

test('a sealed message passes ARC, a broken seal fails, and an unanswered key may pass later', async () => {
  const sealed = await seal(MAIL)
  const pass = await new TestZone({ [KEY_NAME]: keyRecord() }).check(sealed, LOOPBACK)
  assert.deepEqual([pass.arc.result, pass.arc.domain, pass.arc.instance], ['pass', 'shop.test', 1])
  const twice = await new TestZone({ [KEY_NAME]: keyRecord() }).check(await seal(sealed, 'pass'), LOOPBACK)
  assert.deepEqual([twice.arc.result, twice.arc.instance], ['pass', 2])
  const changed = await new TestZone({ [KEY_NAME]: keyRecord() }).check(sealed.replace('Good', 'Bad'), LOOPBACK)
  assert.equal(changed.arc.result, 'fail')
  const torn = await new TestZone().check(sealed.replace(/^ARC-Seal:/m, 'X-Seal:'), LOOPBACK)
  assert.equal(torn.arc.result, 'fail')
  const silent = await new TestZone({ [KEY_NAME]: failure('ESERVFAIL') }).check(sealed, LOOPBACK)
  assert.equal(silent.arc.result, 'temperror')
})

test('what a name server does not answer is a temperror, and no pass or fail is made of it', async () => {
  for (const code of ['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'EBADRESP', 'EREFUSED']) {
    const silent = failure(code)
    const zone = new TestZone({ 'shop.test': silent, [KEY_NAME]: silent, '_dmarc.shop.test': 'v=DMARC1; p=reject' })
    const { spf, dkim, dmarc } = await zone.check(await sign(MAIL))
    assert.deepEqual([spf.result, dkim.result, dmarc.result], ['temperror', 'temperror', 'temperror'], code)
  }
})

test('lines that end with a bare LF are checked as if they ended with CRLF', async () => {
  const { dkim } = await new TestZone(RFC_8463_KEYS).check(RFC_8463_MAIL.replaceAll('\r\n', '\n'))
  assert.equal(dkim.result, 'pass')
})
