import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failure, MAIL, type Records, TestZone } from './test-zone.ts'

async function spfOf(records: Records, origin: { address?: string; from?: string; helo?: string } = {}) {
  const { address = '192.0.2.1', from = 'ann@shop.test', helo = 'client.test' } = origin
  return (await new TestZone(records).check(MAIL, { peer: { address, helo }, envelopeFrom: from })).spf
}

test('the record decides', async () => {
  for (const [record, result] of [
    ['v=spf1 ip4:192.0.2.0/24 -all', 'pass'],
    ['v=spf1 ip4:198.51.100.7 -all', 'fail'],
    ['v=spf1 ~all', 'softfail'],
    ['v=spf1 ?all', 'neutral'],
    ['v=spf1', 'neutral'],
    ['v=spf1 a:mx.shop.test -all', 'pass'],
    ['v=spf1 include:other.test -all', 'pass'],
    ['v=spf1 redirect=other.test', 'pass'],
    ['v=spf1 ip4:192.0.2.999 -all', 'permerror'],
    ['some other text', 'none'],
  ] as const) {
    const spf = await spfOf({
      'shop.test': record,
      'other.test': 'v=spf1 ip4:192.0.2.1 -all',
      'A mx.shop.test': '192.0.2.1',
    })
    assert.deepEqual(
      [spf.result, spf.domain, spf.identity, spf.client_ip],
      [result, 'shop.test', 'mailfrom', '192.0.2.1'],
    )
  }
})

test('the null reverse-path is checked by the name in HELO (RFC 7208 §2.4)', async () => {
  const spf = await spfOf({ 'client.test': 'v=spf1 ip4:192.0.2.1 -all' }, { from: '' })
  assert.deepEqual([spf.result, spf.domain, spf.identity], ['pass', 'client.test', 'helo'])
  const literal = await spfOf({}, { from: '', helo: '[192.0.2.1]' })
  assert.deepEqual([literal.result, literal.domain, literal.identity], ['none', null, null])
})

test('domains are asked for in ASCII, addresses are compared without their zone or mapping', async () => {
  const record = { 'xn--bcher-kva.test': 'v=spf1 ip4:192.0.2.1 ip6:2001:db8::/32 -all' }
  for (const address of ['::ffff:192.0.2.1', '2001:db8::9%eth0']) {
    assert.equal((await spfOf(record, { from: 'ann@bücher.test', address })).result, 'pass')
  }
})

test('an include that is not answered makes no fail (RFC 7208 §5.2)', async () => {
  const records = { 'shop.test': 'v=spf1 include:other.test -all', 'other.test': failure('ESERVFAIL') }
  assert.equal((await spfOf(records)).result, 'temperror')
})
