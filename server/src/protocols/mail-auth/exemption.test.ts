import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exemption, plainAddress } from './exemption.ts'

const reason = (address: string, privatePeers = false) =>
  exemption({ peer: { address, helo: 'x' }, envelopeFrom: '' }, privatePeers)

test('SPF has nothing to say of peers without a public address', () => {
  const near = [
    '127.0.0.1',
    '::1',
    '::ffff:10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    'fe80::1%lo',
    'fd00::1',
  ]
  for (const address of near) {
    assert.match(reason(address) ?? '', /is no public address/, address)
    assert.equal(reason(address, true), null, address)
  }
  for (const address of ['192.0.2.1', '172.32.0.1', '2001:db8::1', '::ffff:8.8.8.8', '100.128.0.1']) {
    assert.equal(reason(address), null, address)
  }
})

test('nor of a mail without a peer', () => {
  assert.match(exemption({ peer: null, envelopeFrom: '' }, true) ?? '', /by SMTP/)
  assert.match(reason('', true) ?? '', /not known/)
})

test('an address is written as in a record', () => {
  assert.deepEqual(['::ffff:192.0.2.1', 'fe80::1%eth0', '::FFFF:10.0.0.1', '2001:db8::1'].map(plainAddress), [
    '192.0.2.1',
    'fe80::1',
    '10.0.0.1',
    '2001:db8::1',
  ])
})
