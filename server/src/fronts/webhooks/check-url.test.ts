import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Cidr, makeAddressRules, parseCidr } from '../../lib/net/address-rules.ts'
import { checkUrl, MAX_URL_LENGTH, type UrlRules } from './check-url.ts'

const STRICT: UrlRules = { addresses: makeAddressRules([443], []), allowHttp: false }
const BENCH: UrlRules = { addresses: makeAddressRules([443], [parseCidr('127.0.0.0/8') as Cidr]), allowHttp: true }

test('what may be registered', () => {
  for (const url of [
    'https://example.com/hooks?a=b',
    'https://example.com:443/',
    'https://EXAMPLE.com.',
    'https://bücher.example/ä',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://local.example.com/',
    'https://mylocalhost.com/',
  ])
    assert.equal(checkUrl(url, STRICT), null, url)
})

const REFUSED: readonly (readonly [url: string, why: RegExp])[] = [
  ['http://example.com/', /https/],
  ['ftp://example.com/', /https/],
  ['javascript:alert(1)', /https/],
  ['example.com/hooks', /complete URL/],
  ['', /complete URL/],
  ['https://', /complete URL/],
  ['https://exa mple.com/', /white space/],
  ['https://example.com/\r\nX: y', /white space/],
  ['https:\\\\example.com\\', /backslash/],
  ['https://user@example.com/', /user name/],
  ['https://:secret@example.com/', /user name/],
  ['https://example.com/#part', /fragment/],
  ['https://example.com/#', /fragment/],
  [`https://example.com/${'a'.repeat(MAX_URL_LENGTH)}`, /longer than/],
  [`https://example.com/${'ä'.repeat(MAX_URL_LENGTH / 2)}`, /longer than.*encoded/],
  ['https://example.com:8443/', /port 8443/],
  ['https://8.8.8.8:22/', /port 22/],
]

test('what may not, and a sentence that says why', () => {
  for (const [url, why] of REFUSED) assert.match(checkUrl(url, STRICT) ?? 'allowed', why, url)
})

test('a forbidden address in every spelling', () => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1.',
  ])
    assert.match(checkUrl(`https://${host}/`, STRICT) ?? 'allowed', /public addresses/, host)
  for (const host of ['１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', '①②⑦.0.0.1', '0', '[::1]', '[::ffff:7f00:1]'])
    assert.match(checkUrl(`https://${host}/`, STRICT) ?? 'allowed', /public addresses/, host)
  for (const host of ['[::FFFF:127.0.0.1]', '[64:ff9b::7f00:1]', '[0:0:0:0:0:0:0:1]', '169.254.169.254', '[fe80::1]'])
    assert.match(checkUrl(`https://${host}/`, STRICT) ?? 'allowed', /public addresses/, host)
  assert.match(checkUrl('https://[fe80::1%25eth0]/', STRICT) ?? 'allowed', /complete URL/)
})

test('names that lead only inside', () => {
  for (const host of [
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'nas.home.arpa',
  ])
    assert.match(checkUrl(`https://${host}/`, STRICT) ?? 'allowed', /public host names/, host)
  for (const host of ['intranet', 'ｌocalhost', '%6cocalhost', 'redis.'])
    assert.match(checkUrl(`https://${host}/`, STRICT) ?? 'allowed', /public host names/, host)
})

test('on a test bench: plain HTTP, what is opened at any port, and names, which may lead there', () => {
  for (const url of [
    'http://127.0.0.1:9000/',
    'https://localhost:1/',
    'http://receiver:8080/',
    'https://example.com:8443/',
  ])
    assert.equal(checkUrl(url, BENCH), null, url)
  assert.match(checkUrl('http://10.0.0.1:9000/', BENCH) ?? 'allowed', /public addresses/)
  assert.match(checkUrl('http://8.8.8.8/', BENCH) ?? 'allowed', /port 80/)
})

/** Ways in which the URL parser lets a number of an IPv4 address be written. */
const radix = fc.constantFrom(
  (n: number) => String(n),
  (n: number) => `0x${n.toString(16)}`,
  (n: number) => `0X000${n.toString(16).toUpperCase()}`,
  (n: number) => `0${n.toString(8)}`,
)
const fullWidth = (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
const encoded = (text: string) => text.replace(/[0-9]/g, (digit) => `%3${digit}`)

test('an inner IPv4 address is refused however it is written', () => {
  const nets = fc.constantFrom([0x7f000000, 24], [0x0a000000, 24], [0xa9fe0000, 16], [0xc0a80000, 16], [0x64400000, 22])
  const disguise = fc.constantFrom((text: string) => text, fullWidth, encoded)
  const cuts = fc.constantFrom([32], [8, 24], [8, 8, 16], [8, 8, 8, 8])
  fc.assert(
    fc.property(
      nets,
      fc.nat(),
      cuts,
      radix,
      disguise,
      fc.boolean(),
      ([net = 0, bits = 0], n, cut, write, hide, dot) => {
        let left = BigInt(net) + (BigInt(n) % (1n << BigInt(bits)))
        const parts = cut.toReversed().map((size) => {
          const part = left & ((1n << BigInt(size)) - 1n)
          left >>= BigInt(size)
          return write(Number(part))
        })
        const host = hide(parts.toReversed().join('.')) + (dot ? '.' : '')
        assert.match(checkUrl(`https://${host}/`, STRICT) ?? `allowed ${host}`, /public addresses/)
      },
    ),
    { numRuns: 1000 },
  )
})

test('an IPv6 address outside 2000::/3 is refused however it is written', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(fc.tuple(group, group, group, group, group, group, group, group), fc.nat({ max: 3 }), (groups, pad) => {
      fc.pre(groups[0] >> 13 !== 1 && groups[0] !== 0x64)
      const host = groups.map((one) => one.toString(16).padStart(pad + 1, '0')).join(':')
      assert.match(checkUrl(`https://[${host}]/`, STRICT) ?? `allowed ${host}`, /public addresses/)
    }),
  )
})

test('whatever is written, there is an answer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withFragments: true })), (text) => {
      const wrong = checkUrl(text, STRICT)
      assert.ok(wrong === null || wrong.length > 0)
    }),
  )
})
