import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dmarc } from './auth-results.ts'
import { KEY_NAME, keyRecord, MAIL, type Records, sign, TestZone } from './test-zone.ts'

const KEY = { [KEY_NAME]: keyRecord() }

async function dmarcOf(records: Records, source: string, envelopeFrom = 'bounce@elsewhere.test'): Promise<Dmarc> {
  return (await new TestZone(records).check(source, { envelopeFrom })).dmarc
}

test('DKIM or SPF of a domain that belongs with From passes', async () => {
  const policy = { '_dmarc.shop.test': 'v=DMARC1; p=quarantine' }
  const signed = await dmarcOf({ ...KEY, ...policy }, await sign(MAIL))
  assert.deepEqual(signed, { result: 'pass', domain: 'shop.test', info: null, policy: 'quarantine', aligned: ['dkim'] })
  const sent = await dmarcOf({ 'b.shop.test': 'v=spf1 +all', ...policy }, MAIL, 'bounce@b.shop.test')
  assert.deepEqual([sent.result, sent.aligned], ['pass', ['spf']])
})

test('a signature and a sender of somebody else do not', async () => {
  const records = { 'elsewhere.test': 'v=spf1 +all', '_dmarc.shop.test': 'v=DMARC1; p=reject' }
  const foreign = { 's1._domainkey.elsewhere.test': keyRecord(), ...records }
  const found = await dmarcOf(foreign, await sign(MAIL, { domain: 'elsewhere.test' }))
  assert.deepEqual([found.result, found.policy, found.aligned], ['fail', 'reject', []])
})

test('in strict mode a subdomain is somebody else (RFC 7489 §3.1)', async () => {
  const source = MAIL.replace('ann@shop.test', 'ann@mail.shop.test')
  const signed = await sign(source)
  const relaxed = await dmarcOf({ ...KEY, '_dmarc.mail.shop.test': 'v=DMARC1; p=reject' }, signed)
  const strict = await dmarcOf({ ...KEY, '_dmarc.mail.shop.test': 'v=DMARC1; p=reject; adkim=s' }, signed)
  assert.deepEqual([relaxed.result, strict.result], ['pass', 'fail'])
})

test('a subdomain without a policy has that of its organisation (RFC 7489 §6.6.3)', async () => {
  const source = MAIL.replace('ann@shop.test', 'ann@mail.shop.test')
  const found = await dmarcOf({ '_dmarc.shop.test': 'v=DMARC1; p=reject; sp=none' }, source)
  assert.deepEqual([found.result, found.domain, found.policy], ['fail', 'mail.shop.test', 'none'])
})

test('no policy is none, and so are a From that names nobody and one without a domain', async () => {
  assert.equal((await dmarcOf({}, MAIL)).result, 'none')
  for (const from of ['', 'Ann', 'ann@localhost', 'undisclosed:;']) {
    assert.equal((await dmarcOf({}, MAIL.replace('Ann <ann@shop.test>', from))).result, 'none', from)
  }
})

test('of several authors nobody can say whose policy holds (RFC 7489 §6.6.1)', async () => {
  const two = await dmarcOf({}, `From: eve@evil.test\r\n${MAIL}`)
  const many = Array.from({ length: 1_000 }, (_, i) => `a${i}@shop.test`).join(',\r\n ')
  const thousand = await dmarcOf({}, MAIL.replace('Ann <ann@shop.test>', many))
  assert.deepEqual([two.result, thousand.result], ['permerror', 'permerror'])
})
