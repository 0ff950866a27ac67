import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseAddresses } from './addresses.ts'

const parse = (field: string) => parseAddresses(field, 100).map(({ name, address }) => [name, address])

const CASES: [field: string, ...mailboxes: [name: string, address: string][]][] = [
  ['a@b.c', ['', 'a@b.c']],
  ['John Doe <JD@Example.COM>', ['John Doe', 'JD@example.com']],
  ['"Doe, John" <jd@example.com>', ['Doe, John', 'jd@example.com']],
  ['"quoted \\"name\\"" <a@b>', ['quoted "name"', 'a@b']],
  ['John Q. Public <JQP@Bar.Example>', ['John Q. Public', 'JQP@bar.example']],
  ['a@b.c (Jane)', ['Jane', 'a@b.c']],
  ['Pete(A nice \\) (nested) chap) <pete(his account)@silly.test(his host)>', ['Pete', 'pete@silly.test']],
  ['a@b.c, d@e.f', ['', 'a@b.c'], ['', 'd@e.f']],
  ['Group: a@b.c, "N, M" <d@e.f>;, z@z.z', ['', 'a@b.c'], ['N, M', 'd@e.f'], ['', 'z@z.z']],
  ['undisclosed-recipients:;'],
  ['"a b"@c.d', ['', '"a b"@c.d']],
  ['"x@evil.test" <a@b.c>', ['x@evil.test', 'a@b.c']],
  ['"x@evil.test"'],
  ['<@relay.a,@relay.b:a@b.c>', ['', 'a@b.c']],
  ['a@[192.0.2.1]', ['', 'a@[192.0.2.1]']],
  ['a@[IPv6:2001:db8::1], b@c.d', ['', 'a@[ipv6:2001:db8::1]'], ['', 'b@c.d']],
  ['=?utf-8?Q?J=C3=B6rg=2C_M?= <a@b.c>', ['Jörg, M', 'a@b.c']],
  ['=?utf-8?Q?a,b?= <a@b.c>', ['a,b', 'a@b.c']],
  ['"=?utf-8?B?SsO2cmc=?=" <a@b.c>', ['Jörg', 'a@b.c']],
  // An address made of encoded words is none (RFC 2047 §5).
  ['=?utf-8?Q?a=40b.c?='],
  ['=?utf-8?Q?=3Cadmin=40bank.test=3E?= <a@b.c>', ['<admin@bank.test>', 'a@b.c']],
  ['Jörg <jörg@bücher.example>', ['Jörg', 'jörg@bücher.example']],
  ['<a@b.c', ['', 'a@b.c']],
  ['"Foo <a@b.c>', ['Foo', 'a@b.c']],
  ['Foo (bar <a@b.c>', ['Foo bar', 'a@b.c']],
  ['x <foo <a@b.c>', ['x', 'a@b.c']],
  ['mailto:a@b.c', ['', 'a@b.c']],
  ['a@b@c.d'],
  ['x y z <>'],
  ['root'],
  [''],
]

for (const [field, ...mailboxes] of CASES) {
  test(`address list: ${field}`, () => assert.deepEqual(parse(field), mailboxes))
}

test('lengths are bounded', () => {
  assert.deepEqual(parse(`<${'a'.repeat(315)}@b.cc>`).length, 1)
  assert.deepEqual(parse(`<${'a'.repeat(316)}@b.cc>`), [])
  assert.equal(parse(`"${'n'.repeat(900)}" <a@b.c>`)[0]?.[0]?.length, 500)
  assert.equal(parseAddresses('a@b.c,'.repeat(300), 100).length, 100)
})

test('only A to Z change case, so that no letter of another script turns into one of them', () => {
  assert.deepEqual(parse('a@\u212aELVIN.test'), [['', 'a@\u212aelvin.test']])
})

test('whatever the field, an address has one part on each side of its @ and nothing that breaks out', () => {
  const piece = fc.constantFrom(
    'a',
    '@',
    '<',
    '>',
    '"',
    '\\',
    '(',
    ')',
    ',',
    ';',
    ':',
    ' ',
    '[',
    ']',
    '.',
    '=?utf-8?q?x?=',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const { address } of parseAddresses(pieces.join(''), 100)) {
        assert.match(address, /^(?:[^\s"(),:;<>@[\\\]]+|"(?:[^"\\]|\\.)*")@[^\s@<>,;]+$/)
      }
    }),
    { numRuns: 2000 },
  )
})
