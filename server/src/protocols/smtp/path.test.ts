import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type PathKind, parsePath } from './path.ts'

function address(text: string, kind: PathKind = 'forward'): string | null {
  const path = parsePath(text, 0, kind)
  return path !== null && path.end === text.length ? path.address : null
}

const label = 'x'.repeat(63)

describe('parsePath (RFC 5321 §4.1.2)', () => {
  const good: readonly (readonly [string, string])[] = [
    ['<a@b>', 'a@b'],
    ['<A.b+c@Sub.Example.test>', 'A.b+c@Sub.Example.test'],
    ["<!#$%&'*+-/=?^_`{|}~@b.test>", "!#$%&'*+-/=?^_`{|}~@b.test"],
    ['<a@under_score.test>', 'a@under_score.test'],
    ['<@one.test,@two.test:a@b.test>', 'a@b.test'],
    ['<"a b"@b.test>', '"a b"@b.test'],
    ['<"a.b"@b.test>', 'a.b@b.test'],
    ['<"a\\b"@b.test>', 'ab@b.test'],
    ['<"a\\"\\\\>@"@b.test>', '"a\\"\\\\>@"@b.test'],
    ['<"a..b"@b.test>', '"a..b"@b.test'],
    ['<""@b.test>', '""@b.test'],
    ['<a@[192.0.2.1]>', 'a@[192.0.2.1]'],
    ['<a@[IPv6:2001:db8::1]>', 'a@[IPv6:2001:db8::1]'],
    ['<a@[tag:content]>', 'a@[tag:content]'],
    ['<ä@bücher.test>', 'ä@bücher.test'],
    ['<postMASTER>', 'postMASTER'],
    [`<${'x'.repeat(64)}@b.test>`, `${'x'.repeat(64)}@b.test`],
    [`<a@${label}.${label}.${label}.${'x'.repeat(60)}>`, `a@${label}.${label}.${label}.${'x'.repeat(60)}`],
  ]
  for (const [text, expected] of good) test(text.slice(0, 60), () => assert.equal(address(text), expected))

  const bad = [
    ...['', '<', '>', '<>', '<a', '<a>', '<a@>', '<@b.test>', '<a@b', 'a@b.test', '<a@b.test>>', '<a b@c.test>'],
    ...['<.a@b.test>', '<a.@b.test>', '<a..b@c.test>', '<a@.b.test>', '<a@b.test.>', '<a@b..test>', '<a@-b.test>'],
    ...['<a@b-.test>', '<a@b@c.test>', '<"a@b.test>', '<"a"b@c.test>', '<a@b test>', '<a@b.test >', '< a@b.test>'],
    ...['<a@[1.2.3]>', '<a@[256.1.1.1]>', '<a@[IPv6:xyz]>', '<a@[IPv6:fe80::1%eth0]>', '<a@[]>', '<a@[1.2.3.4]x>'],
    ...['<@one.test:>', '<@one.test,a@b.test>', '<one.test:a@b.test>', '<a@b,c>', '<a@b(c)>', '<postmaster@>'],
    ...[`<${'x'.repeat(65)}@b.test>`, `<${'ä'.repeat(33)}@b.test>`, `<a@${'x'.repeat(64)}.test>`, '<a@\u{fffd}.test>'],
    `<a@${label}.${label}.${label}.${'x'.repeat(61)}>`,
  ]
  for (const text of bad) test(`not ${text.slice(0, 60)}`, () => assert.equal(address(text), null))

  test('the null path is a Reverse-path, Postmaster alone is not', () => {
    assert.equal(address('<>', 'reverse'), '')
    assert.equal(address('<Postmaster>', 'reverse'), null)
  })
  test('starts where it is told, and says where it ended and whether it is ASCII', () => {
    assert.deepEqual(parsePath('FROM:<a@b> SIZE=1', 5, 'reverse'), { address: 'a@b', ascii: true, end: 10 })
    assert.equal(parsePath('<ä@b>', 0, 'reverse')?.ascii, false)
    assert.equal(parsePath('<a@ü.test>', 0, 'reverse')?.ascii, false)
  })
  test('a parsed address parses to itself', () => {
    const unit = fc.constantFrom('a', '.', '"', '\\', ' ', '@', '>', 'ä', ':', ',')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (content) => {
        const parsed = address(`<"${content.replace(/["\\]/g, '\\$&')}"@b.test>`)
        assert.notEqual(parsed, null)
        assert.equal(address(`<${parsed}>`), parsed)
      }),
    )
  })
  test('hostile lengths are read in time', () => {
    for (const part of ['a', 'a.', '@a,', '"\\"', '-', '.']) assert.equal(address(`<${part.repeat(100_000)}`), null)
  })
})
