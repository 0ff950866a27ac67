import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { normaliseDomain, parseAddress } from './address.ts'
import { DomainError } from './domain-error.ts'

const GOOD: Readonly<Record<string, string>> = {
  'a@mayfly.test': 'a@mayfly.test',
  'A.User@Mayfly.TEST': 'a.user@mayfly.test',
  'a+tag@mayfly.test': 'a+tag@mayfly.test',
  "o'neill@mayfly.test": "o'neill@mayfly.test",
  '"plain"@mayfly.test': 'plain@mayfly.test',
  '"two words"@mayfly.test': '"two words"@mayfly.test',
  '"at@inside"@mayfly.test': '"at@inside"@mayfly.test',
  'jörg@mayfly.test': 'jörg@mayfly.test',
  'a@münchen.test': 'a@xn--mnchen-3ya.test',
  'a@xn--mnchen-3ya.test': 'a@xn--mnchen-3ya.test',
}

const BAD = [
  '',
  '@',
  'a',
  'a@',
  '@b.test',
  'a b@c.test',
  'a@b c.test',
  'a@b..test',
  '.a@b.test',
  'a.@b.test',
  'a..b@c.test',
  'a@-b.test',
  'a@b_.test',
  'a@[127.0.0.1]',
  'a@b.test\r\n',
  'a\u0000@b.test',
  '<a@b.test>',
  'a@b@c.test',
  '"open@b.test',
  'a,b@c.test',
  `${'x'.repeat(65)}@b.test`,
  `a@${'x'.repeat(64)}.test`,
  `a@${'x.'.repeat(130)}test`,
  'a\u202e@b.test',
]

test('an address is compared in lower case, its domain in ASCII', () => {
  for (const [given, wanted] of Object.entries(GOOD)) assert.equal(parseAddress(given).text, wanted)
})

test('the local part and the domain stand beside it', () => {
  assert.deepEqual(parseAddress('Ann@Mayfly.test'), { text: 'ann@mayfly.test', local: 'ann', domain: 'mayfly.test' })
})

test('what is no address is refused as such', () => {
  for (const given of BAD) {
    const refused = (error: unknown) => error instanceof DomainError && error.code === 'invalid_address'
    assert.throws(() => parseAddress(given), refused, JSON.stringify(given))
  }
})

test('whatever is given, it is refused as no address or normalised once and for all', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.emailAddress())
  fc.assert(
    fc.property(fc.tuple(text, text), ([local, domain]) => {
      try {
        const once = parseAddress(`${local}@${domain}`).text
        assert.equal(parseAddress(once).text, once)
      } catch (error) {
        assert.ok(error instanceof DomainError)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a domain is a host name', () => {
  assert.equal(normaliseDomain('Mail.Example'), 'mail.example')
  for (const bad of ['', '.', 'a..b', '-a', 'a-', '*', 'a/b', 'a:25']) assert.equal(normaliseDomain(bad), null, bad)
})
