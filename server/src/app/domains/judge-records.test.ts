import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RECORD_STATUSES, type RecordFinding } from '../../domain/custom-domain.ts'
import { DNS_FAILURES, type MailExchange } from '../../domain/dns-lookup.ts'
import { expectedRecords } from './expected-records.ts'
import { judgeRecords } from './judge-records.ts'
import { EMPTY, SERVICE } from './test-zone.ts'
import type { ZoneAnswers } from './zone-answers.ts'

const TOKEN = 'c0ffee'
const VALUE = `mayfly-verify=${TOKEN}`
const EXPECTED = expectedRecords({ name: 'shop.test', token: TOKEN }, SERVICE)
const POLICY = EXPECTED.find(({ host }) => host === '_mta-sts.shop.test')?.value ?? ''

function judge(answers: Partial<ZoneAnswers>): readonly RecordFinding[] {
  return judgeRecords(EXPECTED, { ...EMPTY, ...answers })
}

/** Of the row with this purpose and type. */
function row(answers: Partial<ZoneAnswers>, purpose: string, type?: string): RecordFinding {
  const found = judge(answers).find((one) => one.purpose === purpose && (type === undefined || one.type === type))
  assert.ok(found)
  return found
}

function mx(...found: (string | [string, number])[]): { readonly records: readonly MailExchange[] } {
  return { records: found.flat(0).map((one) => toExchange(one)) }
}

function toExchange(one: string | [string, number]): MailExchange {
  return typeof one === 'string' ? { exchange: one, priority: 10 } : { exchange: one[0], priority: one[1] }
}

function texts(...records: string[]): { readonly records: readonly string[] } {
  return { records }
}

/** What is set, in which row it shows, its status, and what its hint must say. */
const CASES: readonly [title: string, Partial<ZoneAnswers>, purpose: string, status: string, hint: RegExp | null][] = [
  ['nothing set', {}, 'ownership', 'missing', /Add this TXT record.* name _mayfly\./],
  ['nothing set', {}, 'mail', 'missing', /Add this MX record.* name @\./],
  ['nothing set', {}, 'subdomains', 'missing', /name \*,/],
  ['the token', { ownership: texts('v=other', VALUE) }, 'ownership', 'ok', null],
  ['quotation marks', { ownership: texts(`"${VALUE}"`) }, 'ownership', 'wrong', /quotation marks/],
  [
    'another token',
    { ownership: texts('mayfly-verify=dead') },
    'ownership',
    'wrong',
    /earlier try or of another account/,
  ],
  ['another value', { ownership: texts('google=1') }, 'ownership', 'wrong', /another value/],
  [
    'the name doubled',
    { ownershipElsewhere: { ...EMPTY.ownershipElsewhere, doubled: texts(VALUE) } },
    'ownership',
    'wrong',
    /at _mayfly\.shop\.test\.shop\.test: .* Put only _mayfly into/,
  ],
  [
    'a CNAME',
    { ownershipElsewhere: { ...EMPTY.ownershipElsewhere, alias: texts('x.other.test') } },
    'ownership',
    'wrong',
    /is a CNAME to x\.other\.test.* Remove the CNAME/,
  ],
  [
    'at the domain itself',
    { ownershipElsewhere: { ...EMPTY.ownershipElsewhere, apex: texts(VALUE) } },
    'ownership',
    'wrong',
    /Put it at _mayfly, not at @/,
  ],
  ['our MX', { mail: mx(SERVICE.mxHost) }, 'mail', 'ok', null],
  ['our MX with another priority', { mail: mx([SERVICE.mxHost, 1]) }, 'mail', 'ok', null],
  [
    'others beside ours',
    { mail: mx(SERVICE.mxHost, 'a.other.test') },
    'mail',
    'ok',
    /Beside ours there is a\.other\.test/,
  ],
  ['a null MX beside ours', { mail: mx(SERVICE.mxHost, ['', 0]) }, 'mail', 'ok', /a null MX/],
  ['a null MX', { mail: mx(['', 0]) }, 'mail', 'wrong', /null MX.*Replace it with mx\.mayfly\.test/],
  ['an IP address', { mail: mx('192.0.2.1') }, 'mail', 'wrong', /192\.0\.2\.1 is an IP address/],
  ['an IP address, completed', { mail: mx('192.0.2.1.shop.test') }, 'mail', 'wrong', /is an IP address/],
  ['an IPv6 address', { mail: mx('2001:db8::1') }, 'mail', 'wrong', /is an IP address/],
  [
    'the value doubled',
    { mail: mx('mx.mayfly.test.shop.test') },
    'mail',
    'wrong',
    /dot at its end: mx\.mayfly\.test\./,
  ],
  ['another server', { mail: mx('mx.other.test') }, 'mail', 'wrong', /goes to mx\.other\.test.* inbox\.shop\.test/],
  [
    'an alias of ours',
    {
      mail: mx('in.shop.test'),
      exchanges: new Map([['in.shop.test', { alias: texts(SERVICE.mxHost), addresses: texts('198.51.100.1') }]]),
    },
    'mail',
    'wrong',
    /is a CNAME, to which an MX must not point/,
  ],
  [
    'a proxied host',
    {
      mail: mx('in.shop.test'),
      exchanges: new Map([['in.shop.test', { alias: texts(), addresses: texts('104.16.1.1') }]]),
    },
    'mail',
    'wrong',
    /web proxy.*DNS only/,
  ],
  ['what a proxy makes of it', { mail: mx('_dc-mx.0.shop.test') }, 'mail', 'wrong', /web proxy/],
  [
    'a CNAME at the domain',
    { mailElsewhere: { alias: texts('shop.other.test'), doubled: mx() } },
    'mail',
    'wrong',
    /shop\.test is a CNAME to shop\.other\.test/,
  ],
  [
    'the name of the MX doubled',
    { mailElsewhere: { alias: texts(), doubled: mx(SERVICE.mxHost) } },
    'mail',
    'wrong',
    /at shop\.test\.shop\.test: .* Put only @ into/,
  ],
  ['a wildcard', { subdomains: mx(SERVICE.mxHost) }, 'subdomains', 'ok', null],
  [
    'a wildcard to others',
    { subdomains: mx('mx.other.test') },
    'subdomains',
    'wrong',
    /Mail for \*\.shop\.test goes to/,
  ],
  ['no policy', {}, 'mta_sts', 'missing', /CNAME below it/],
  ['the policy', { mtaSts: texts(`${POLICY};`) }, 'mta_sts', 'ok', null],
  ['an older policy', { mtaSts: texts('v=STSv1; id=1') }, 'mta_sts', 'wrong', /keep an older policy/],
  ['two policies', { mtaSts: texts(POLICY, 'v=STSv1; id=1') }, 'mta_sts', 'wrong', /more than one/],
  ['no reports', { tlsRpt: texts('other') }, 'tls_rpt', 'missing', /Add this TXT/],
  ['reports', { tlsRpt: texts('v=TLSRPTv1;rua=https://r.test/x') }, 'tls_rpt', 'ok', null],
  ['reports to nobody', { tlsRpt: texts('v=TLSRPTv1') }, 'tls_rpt', 'wrong', /rua=mailto:/],
]

for (const [title, answers, purpose, status, hint] of CASES) {
  test(`${purpose}, ${title}: ${status}`, () => {
    const found = row(answers, purpose)
    assert.equal(found.status, status, found.hint ?? '')
    if (hint === null) assert.equal(found.hint, null)
    else assert.match(found.hint ?? '', hint)
  })
}

test('the host of the policy may be a CNAME or lead to the same address', () => {
  const host = (answers: Partial<ZoneAnswers>) => row(answers, 'mta_sts', 'CNAME')
  assert.equal(host({}).status, 'missing')
  assert.equal(host({ policyAlias: texts('app.mayfly.test') }).status, 'ok')
  assert.match(host({ policyAlias: texts('x.test') }).hint ?? '', /leads to x\.test\. Let it lead to app\.mayfly\.test/)
  const serviceAddresses = texts('198.51.100.1', '198.51.100.2')
  assert.equal(host({ policyAddresses: texts('198.51.100.2'), serviceAddresses }).status, 'ok')
  assert.match(host({ policyAddresses: texts('104.16.1.1'), serviceAddresses }).hint ?? '', /Switch it off/)
  assert.match(host({ policyAddresses: texts('192.0.2.1'), serviceAddresses }).hint ?? '', /another server/)
})

test('in a zone further up, the name field has the rest of the name', () => {
  const expected = expectedRecords({ name: 'in.box.shop.test', token: TOKEN }, SERVICE)
  const hints = judgeRecords(expected, EMPTY).map(({ hint }) => hint ?? '')
  assert.match(hints[0] ?? '', /name _mayfly\.in\.box\./)
  assert.match(hints[1] ?? '', /name in\.box\./)
  assert.match(hints[2] ?? '', /name \*\.in\.box,/)
})

test('a failure is an error in every row, and says that nothing changes', () => {
  for (const failure of DNS_FAILURES) {
    const answer = { failure }
    const answers = {
      ownership: answer,
      mail: answer,
      subdomains: answer,
      mtaSts: answer,
      policyAlias: answer,
      tlsRpt: answer,
    }
    for (const { status, hint } of judge(answers)) {
      assert.equal(status, 'error')
      assert.match(hint ?? '', /We ask again by ourselves\.$/)
    }
  }
})

test('a service without a public name offers no policy', () => {
  const { length } = expectedRecords({ name: 'shop.test', token: TOKEN }, { ...SERVICE, policyHost: null })
  assert.equal(length, 3)
})

test('whatever the zone says, every row is bounded, and only our own value is ok', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.constantFrom(VALUE, `"${VALUE}"`, 'mayfly-verify=', 'v=STSv1; id=', 'v=TLSRPTv1; rua=mailto:x'),
  )
  const exchange = fc.record({
    exchange: fc.oneof(text, fc.constantFrom(SERVICE.mxHost, '', '1.2.3.4', '__proto__', 'constructor')),
    priority: fc.nat(65_535),
  })
  const of = <T>(one: fc.Arbitrary<T>) =>
    fc.oneof(
      fc.record({ records: fc.array(one, { maxLength: 60 }) }),
      fc.record({ failure: fc.constantFrom(...DNS_FAILURES) }),
    )
  const answers = fc.record<ZoneAnswers>({
    apex: fc.constantFrom('shop.test', 'test'),
    ownership: of(text),
    ownershipElsewhere: fc.record({ alias: of(text), doubled: of(text), apex: of(text) }),
    mail: of(exchange),
    mailElsewhere: fc.record({ alias: of(text), doubled: of(exchange) }),
    subdomains: of(exchange),
    exchanges: fc
      .array(fc.tuple(text, fc.record({ alias: of(text), addresses: of(text) })), { maxLength: 5 })
      .map((pairs) => new Map(pairs)),
    mtaSts: of(text),
    policyAlias: of(text),
    policyAddresses: of(text),
    serviceAddresses: of(text),
    tlsRpt: of(text),
  })
  fc.assert(
    fc.property(answers, (seen) => {
      const findings = judgeRecords(EXPECTED, seen)
      assert.equal(findings.length, EXPECTED.length)
      for (const { found, status, hint } of findings) {
        assert.ok(RECORD_STATUSES.includes(status))
        assert.ok(status === 'ok' || hint !== null)
        assert.ok(found.length <= 21 && found.every((one) => one.length <= 255 && one.isWellFormed()))
        assert.ok((hint ?? '').length < 2_000)
        assert.doesNotMatch([...found, hint].join(''), /\p{Cc}/u)
      }
      const isOk = findings[0]?.status === 'ok'
      assert.equal(isOk, 'records' in seen.ownership && seen.ownership.records.includes(VALUE))
      const ours = 'records' in seen.mail && seen.mail.records.some((one) => one.exchange === SERVICE.mxHost)
      assert.equal(findings[1]?.status === 'ok', ours)
    }),
    { numRuns: 300 },
  )
})
