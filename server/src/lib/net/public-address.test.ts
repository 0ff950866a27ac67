import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalAddress, isPublicAddress } from './public-address.ts'

const PUBLIC = ['8.8.8.8', '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255']
  .concat(['169.253.255.255', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.167.255.255', '192.169.0.0'])
  .concat(['198.17.255.255', '198.20.0.0', '223.255.255.255', '168.63.129.15', '168.63.129.17'])
  .concat(['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00::1', '2001:200::1', '2400::', '64:ff9b::8.8.8.8'])

const INNER = ['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1']
  .concat(['127.255.255.255', '169.254.169.254', '172.16.0.0', '172.31.255.255', '192.0.0.192', '192.0.2.1'])
  .concat(['192.88.99.1', '192.168.0.0', '192.168.255.255', '198.18.0.0', '198.19.255.255', '198.51.100.7'])
  .concat(['203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16'])
  .concat(['::', '::1', 'fc00::1', 'fdff::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1', 'fe80::1%eth0'])
  .concat(['2606:4700::1%eth0', '2001:db8::1', '3fff::1', '3fff:fff::1', '100::1', '100:0:0:1::1', '5f00::1'])
  .concat(['2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff::1', '4000::1'])
  // They carry an IPv4 address: mapped, compatible, NAT64, a network's own NAT64, 6to4, Teredo, ISATAP.
  .concat(['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '::8.8.8.8', '::ffff:0:127.0.0.1'])
  .concat(['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::8.8.8.8', '2002:7f00:1::', '2002:808:808::1'])
  .concat(['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2a00::5efe:127.0.0.1', '2a00::200:5efe:8.8.8.8'])

test('servers on the internet are public', () => {
  assert.deepEqual(
    PUBLIC.filter((ip) => !isPublicAddress(ip)),
    [],
  )
})

test('what the registries set apart is not, nor what carries an IPv4 address', () => {
  assert.deepEqual(INNER.filter(isPublicAddress), [])
})

test('what is no address is not public', () => {
  for (const text of [
    '',
    'localhost',
    '8.8.8',
    '8.8.8.8.8',
    '0x8.8.8.8',
    '010.8.8.8',
    '[2a00::1]',
    ' 8.8.8.8',
    '8.8.8.8/32',
  ])
    assert.equal(isPublicAddress(text), false, text)
})

const byte = fc.integer({ min: 0, max: 255 })
const INNER_IPV4 = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
)

test('an inner IPv4 address is inner under every prefix that carries one', () => {
  const prefixes = fc.constantFrom(
    '::',
    '::ffff:',
    '::ffff:0:',
    '64:ff9b::',
    '64:ff9b:1::',
    '2a00::5efe:',
    '2a00::200:5efe:',
  )
  fc.assert(
    fc.property(INNER_IPV4, prefixes, (bytes, prefix) => {
      const ip = bytes.join('.')
      const hex = Buffer.from(bytes).toString('hex')
      assert.equal(isPublicAddress(ip), false)
      assert.equal(isPublicAddress(prefix + ip), false)
      assert.equal(isPublicAddress(`${prefix}${hex.slice(0, 4)}:${hex.slice(4)}`), false)
      assert.equal(isPublicAddress(`2002:${hex.slice(0, 4)}:${hex.slice(4)}::1`), false)
    }),
  )
})

test('nothing outside 2000::/3 but the NAT64 prefix is public, in any spelling', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 8, maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      (groups, upper, padded) => {
        const [first = 0, second] = groups
        fc.pre(first >> 13 !== 1 && !(first === 0x64 && second === 0xff9b))
        const text = groups.map((one) => one.toString(16).padStart(padded ? 4 : 1, '0')).join(':')
        assert.equal(isPublicAddress(upper ? text.toUpperCase() : text), false)
      },
    ),
  )
})

test('an address has one canonical spelling', () => {
  for (const spelling of ['2A00:0:0:0:0:0:0:1', '2a00::1', '2a00:0000::0001', '2a00::0.0.0.1'])
    assert.equal(canonicalAddress(spelling), '2a00::1')
  assert.equal(canonicalAddress('8.8.8.8'), '8.8.8.8')
  assert.equal(canonicalAddress('fe80::1%lo'), null)
  assert.equal(canonicalAddress('example.com'), null)
})
