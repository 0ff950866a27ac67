import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Results } from './auth-results.ts'
import { failure, KEY_NAME, keyRecord, MAIL, seal, sign, TestZone } from './test-zone.ts'

const WORDS = ['none', 'pass', 'fail', 'softfail', 'neutral', 'policy', 'temperror', 'permerror']

function assertWords({ spf, dkim, dmarc, arc }: Results): void {
  for (const { result, info } of [spf, dkim, dmarc, arc, ...dkim.signatures]) {
    assert.ok(WORDS.includes(result), result)
    assert.ok((info?.length ?? 0) <= 300)
  }
}

test('ten thousand signatures, or a header without end, are not even begun with', async () => {
  const zone = new TestZone({ [KEY_NAME]: keyRecord() })
  const [signature = ''] = (await sign(MAIL)).split('From:')
  for (const source of [
    signature.repeat(10_000) + MAIL,
    'DKIM-Signature: a\r\n'.repeat(11) + MAIL,
    `X-Long: ${'a'.repeat(300_000)}\r\n${MAIL}`,
    `From: ${'a.'.repeat(50_000)}\r\n${MAIL}`,
    `From \t: ${'a.'.repeat(1_000)}\r\n`.repeat(30) + MAIL,
    ` From: ${'a.'.repeat(50_000)}\r\n${MAIL}`,
    `Return-Path: <${'a.'.repeat(50_000)}>\r\n${MAIL}`,
    `X-Folded: a\r\n${' b\r\n'.repeat(10_000)}${MAIL}`,
  ]) {
    const { dkim, arc, dmarc } = await zone.check(source)
    assert.deepEqual([dkim.result, arc.result, dmarc.result], ['permerror', 'permerror', 'permerror'])
  }
  assert.deepEqual(new Set(zone.questions), new Set(['TXT shop.test']), 'SPF alone has asked')
})

test('an SPF record that leads round in circles ends with ten questions (RFC 7208 §4.6.4)', async () => {
  const many = Array.from({ length: 30 }, (_, i) => `include:i${i}.test`).join(' ')
  const leaves = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`i${i}.test`, 'v=spf1 ?all']))
  const voids = Array.from({ length: 5 }, (_, i) => `a:void${i}.test`).join(' ')
  for (const record of [
    'v=spf1 include:shop.test -all',
    'v=spf1 redirect=shop.test',
    `v=spf1 ${many} -all`,
    `v=spf1 ${voids} -all`,
  ]) {
    const zone = new TestZone({ 'shop.test': record, ...leaves })
    const { spf } = await zone.check(MAIL)
    assert.equal(spf.result, 'permerror', record)
    assert.ok(zone.questions.length <= 13, `${zone.questions.length} questions`)
  }
})

test('all questions of one mail together are bounded', async () => {
  const hosts = Array.from({ length: 10 }, (_, i) => `mx${i}.test`)
  const records: Record<string, string | string[]> = { 'shop.test': `v=spf1 ${'mx:big.test '.repeat(10)}-all` }
  for (const host of hosts) records[`A ${host}`] = '198.51.100.1'
  const exchanges = hosts.map((exchange, priority) => ({ exchange, priority }))
  const zone = new TestZone({ ...records, 'MX big.test': exchanges as unknown as string[] })
  const { spf } = await zone.check(MAIL)
  assert.equal(spf.result, 'permerror')
  assert.ok(zone.questions.length <= 102, `${zone.questions.length} questions`)
})

test('records that are too large are not looked at', async () => {
  const zone = new TestZone({ 'shop.test': `v=spf1 ${'ip4:192.0.2.1 '.repeat(4_000)}`, [KEY_NAME]: 'x'.repeat(60_000) })
  const { spf, dkim } = await zone.check(await sign(MAIL))
  assert.deepEqual([spf.result, dkim.result], ['permerror', 'permerror'])
})

test('a body of nothing but bare line feeds is no more work than another', async () => {
  const signed = await sign(`${MAIL}${'\n'.repeat(300_000)}last\r\n`)
  const { dkim } = await new TestZone({ [KEY_NAME]: keyRecord() }).check(signed)
  assert.equal(dkim.result, 'pass')
})

test('when the time is over, what is left is a temperror', async () => {
  const { spf, dkim, dmarc } = await new TestZone({ 'shop.test': 'v=spf1 +all' }).check(await sign(MAIL), {}, 0)
  assert.deepEqual([spf.result, dkim.result, dmarc.result], ['temperror', 'temperror', 'temperror'])
})

test('whatever a name server says, there is a result', async () => {
  const [signed, sealed] = [await sign(MAIL), await seal(MAIL)]
  const fragment = fc.constantFrom(
    'v=spf1 ',
    'v=DMARC1;',
    'v=DKIM1;',
    'p=',
    'k=rsa;',
    ' a',
    ' mx',
    ' ptr',
    ' -all',
    '%{',
    'include:',
    'exists:%{i}.x.test',
    '/33',
    ' ip4:',
    '=',
    ';',
  )
  const text = fc.array(fc.oneof(fragment, fc.string()), { maxLength: 8 }).map((parts) => parts.join(''))
  const record = fc.oneof(
    text,
    fc.constantFrom(failure('EBADRESP'), failure('ESERVFAIL')),
    fc.array(text, { maxLength: 3 }),
  )
  const zones = fc.record({ 'shop.test': record, [KEY_NAME]: record, '_dmarc.shop.test': record })
  await fc.assert(
    fc.asyncProperty(zones, fc.constantFrom(signed, sealed), async (records, source) => {
      assertWords(await new TestZone(records as Record<string, string>).check(source))
    }),
  )
})

test('whatever a sender writes, there is a result', async () => {
  const name = fc.constantFrom(
    'From',
    'DKIM-Signature',
    'ARC-Seal',
    'ARC-Message-Signature',
    'ARC-Authentication-Results',
  )
  const tag = fc.constantFrom(
    'v=1;',
    'i=1;',
    'i=2;',
    'a=rsa-sha256;',
    'd=shop.test;',
    's=s1;',
    'h=from;',
    'bh=;',
    'b=AAAA;',
    'cv=none;',
    'l=0;',
    'c=;',
    't=x;',
  )
  const value = fc.array(fc.oneof(tag, fc.string()), { maxLength: 10 }).map((parts) => parts.join(' '))
  const header = fc.tuple(name, value).map(([key, text]) => `${key}: ${text}\r\n`)
  const source = fc
    .tuple(fc.array(header, { maxLength: 6 }), fc.string())
    .map(([lines, body]) => `${lines.join('')}\r\n${body}`)
  await fc.assert(
    fc.asyncProperty(source, fc.string(), fc.string(), async (text, helo, envelopeFrom) => {
      const zone = new TestZone({ [KEY_NAME]: keyRecord() })
      assertWords(await zone.check(text, { peer: { address: '192.0.2.1', helo }, envelopeFrom }))
    }),
  )
})
