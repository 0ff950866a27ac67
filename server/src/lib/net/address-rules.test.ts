import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cidr, makeAddressRules, parseCidr, whatForbids } from './address-rules.ts'

const cidrs = (...texts: string[]) => texts.map((text) => parseCidr(text) as Cidr)

test('without anything opened, public addresses at the allowed ports', () => {
  const rules = makeAddressRules([443], [])
  assert.equal(whatForbids('8.8.8.8', 443, rules), null)
  assert.equal(whatForbids('8.8.8.8', 8443, rules), 'port')
  assert.equal(whatForbids('127.0.0.1', 443, rules), 'address')
  assert.equal(whatForbids('127.0.0.1', 80, rules), 'address')
  assert.equal(whatForbids('no address', 443, rules), 'address')
})

test('what is opened is open at any port, and nothing beside it', () => {
  const rules = makeAddressRules([443], cidrs('127.0.0.0/8', 'fd00::/16', '10.1.2.3'))
  for (const ip of ['127.0.0.1', '127.255.0.1', 'fd00::1', '10.1.2.3'])
    assert.equal(whatForbids(ip, 1, rules), null, ip)
  for (const ip of ['10.1.2.4', 'fd01::1', '::1', 'fd00::1%lo', '128.0.0.0.1']) {
    assert.equal(whatForbids(ip, 443, rules), 'address', ip)
  }
  assert.equal(whatForbids('8.8.8.8', 1, rules), 'port')
})

test('an opened IPv4 network opens no IPv6', () => {
  const rules = makeAddressRules([443], cidrs('0.0.0.0/0'))
  assert.equal(whatForbids('192.168.1.1', 22, rules), null)
  assert.equal(whatForbids('::1', 443, rules), 'address')
})

test('a CIDR is read strictly', () => {
  assert.deepEqual(parseCidr('10.0.0.0/8'), { net: '10.0.0.0', prefix: 8, family: 'ipv4' })
  assert.deepEqual(parseCidr('::1'), { net: '::1', prefix: 128, family: 'ipv6' })
  for (const text of [
    '',
    '/',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '10/8',
    '::/129',
    'fe80::%lo/10',
  ])
    assert.equal(parseCidr(text), null, text)
})
